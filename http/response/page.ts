/** A page before its frame is put around it. */
import type { Html } from './html.js';

export type Place = '/' | '/library' | '/print' | '/pens' | '/papers' | '/config' | '/logs' | '/help';

export interface PageView {
  title: string;
  place: Place | null;
  body: Html;
  /** Scripts in http/public, beside the live one. */
  scripts?: readonly string[];
}
