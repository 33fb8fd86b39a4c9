/** The properties that all pages of a sheet share. */
import type { Language } from '../../base/language/languages.js';
import type { Resolution } from '../../oid/pattern.js';
import type { Fit, PrintLayout } from './print-layout.js';
import type { Size, Typesetter } from '../types.js';

export interface Design {
  layout: PrintLayout;
  paper: Size;
  /** Columns and tile size on this paper. */
  fit: Fit;
  dots: Resolution;
  set: Typesetter;
  /** Language of the labels; titles stay as they are. */
  language: Language;
}
