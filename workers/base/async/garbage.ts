/** The collector, asked for where it cannot know how much memory hangs on what is gone. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Of this thread; a heap of 35 MB takes some 30 ms. */
export const collectGarbage = (): void => collect();

/** Collections of which code has run in none, before it is compiled anew when it runs again; V8's own number is 6. */
const ages = { forgetful: 1, usual: 6 };

/** Like `collectGarbage`, and of the code of this thread keeps only what has run since the last collection. */
export function collectWithCode(): void {
  setFlagsFromString(`--bytecode-old-age=${ages.forgetful}`);
  collect();
  setFlagsFromString(`--bytecode-old-age=${ages.usual}`);
}
