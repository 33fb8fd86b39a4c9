/** Script of the process that reads the list of an untrusted backup. */
import { serveProcess } from '../../base/async/serve-process.js';
import { readManifest, type Manifest } from './format.js';

const run = (bytes: Uint8Array): Manifest => readManifest(new TextDecoder().decode(bytes));

export type ReadManifest = typeof run;

serveProcess({ run });
