/** Compiles `cipher.as.ts` to `cipher-wasm.ts`; with `--check` it only compares. */
import { compileBeside } from '../compile-assembly-script.mjs';

await compileBeside(import.meta.url, 'cipher');
