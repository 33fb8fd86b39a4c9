/** Compiles `kernel.as.ts` to `kernel-wasm.ts`; with `--check` it only compares. */
import { compileBeside } from '../../../compile-assembly-script.mjs';

const flags = '--enable threads --sharedMemory --initialMemory 1 --maximumMemory 65536';
await compileBeside(import.meta.url, 'kernel', flags.split(' '));
