/** What all pages of a sheet have in common. */
import type { Language } from '../../base/language/languages.js';
import type { Resolution } from '../../oid/pattern.js';
import type { Fit, PrintLayout } from './print-layout.js';
import type { Size, Typesetter } from '../types.js';

export interface Design {
  layout: PrintLayout;
  paper: Size;
  /** Columns and side of a tile as they come out on this paper. */
  fit: Fit;
  dots: Resolution;
  set: Typesetter;
  /** Of the words that are not the albums' own. */
  language: Language;
}
