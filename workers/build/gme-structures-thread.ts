/** Thread script that reads the structures of an untrusted GME file: a hostile one takes a second. */
import { serveThread } from '../base/async/serve-thread.js';
import { hasPrograms } from '../gme/read-programs.js';
import { readGme, type Gme } from '../gme/read.js';
import { openGme } from './read-gme.js';

export interface GmeStructures {
  gme: Gme;
  hasPrograms: boolean;
}

/** @param file its descriptor, and its size in bytes */
function run({ fd, size }: { fd: number; size: number }): GmeStructures {
  const source = openGme(fd, size);
  return { gme: readGme(source), hasPrograms: hasPrograms(source) };
}

export type ReadStructures = typeof run;

serveThread({ run });
