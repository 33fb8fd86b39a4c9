/** The keys of these sentences. The catalogue finds the files automatically. */
import type en from './en.json';

type English = typeof en;

declare module '../../../base/language/sentence.js' {
  interface Sentences extends English {}
}
