/** A page before its frame is put around it. */
import type { Html } from './html.js';

/** The pages that every page leads to, by path. */
export const places = {
  '/': 'Add music',
  '/library': 'Library',
  '/print': 'Print',
  '/pens': 'Pen',
  '/papers': 'Papers',
  '/config': 'Settings',
  '/logs': 'Logs',
  '/help': 'Help',
} as const;

export type Place = keyof typeof places;

export interface PageView {
  title: string;
  place: Place | null;
  body: Html;
  /** Scripts in http/public, beside the live one. */
  scripts?: readonly string[];
}
