/** Compiles `scan.as.ts` to `scan-wasm.ts`; with `--check` it only compares. */
import { compileBeside } from '../../../compile-assembly-script.mjs';

await compileBeside(import.meta.url, 'scan', [
  '--enable',
  'threads',
  '--sharedMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
]);
