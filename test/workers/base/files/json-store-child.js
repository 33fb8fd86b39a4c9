// A process that counts in a JSON store until it is killed, and says on its standard output what is on the disk.
import { writeSync } from 'node:fs';
import * as z from 'zod/v4';
import { JsonStore } from '../../../../dist/workers/base/files/json-store.js';

const [, , path] = process.argv;
const schema = z.object({ count: z.int(), names: z.array(z.string()) });
const names = Array.from({ length: 2000 }, (_, n) => `name ${n}`);
const store = await JsonStore.open({ path, schema, fallback: { count: 0, names } });
for (;;) {
  await store.update((value) => ({ ...value, count: value.count + 1 }));
  writeSync(1, `${store.value.count}\n`);
}
