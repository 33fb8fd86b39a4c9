/** The keys of these sentences; the catalogue finds the files by itself. */
import type en from './en.json';

type English = typeof en;

declare module '../../../base/language/sentence.js' {
  interface Sentences extends English {}
}
