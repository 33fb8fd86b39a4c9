/** Records as bytes with a checksum: the same whoever writes them, and written once each. */
import { expect, it, jest } from '@jest/globals';
import { checkedBytes, checkedText, readCheckedText } from '../../../../workers/library/records/checked-text.js';

const records = (number: number): object[] =>
  Array.from({ length: number }, (_, n) => ({ oid: n, title: `Käfer ${n}` }));

it.each([
  [{ version: 5, albums: [], trash: [], numbers: [1, 2], none: undefined, id: 'a"b' }],
  [{ albums: records(1) }],
  [{ version: 5, albums: records(1001), trash: records(450), leftovers: ['gme/a', 'b'] }],
])('is what the text would be, and read back as it was', async (value) => {
  const bytes = await checkedBytes(value);
  expect(bytes.toString()).toBe(checkedText(value));
  const read = readCheckedText(bytes.toString());
  expect(read).toEqual({ isChecked: true, value: JSON.parse(JSON.stringify(value)) as unknown });
});

it('makes JSON of the records that are new, and lets others have their turn', async () => {
  const [first, albums] = [{ oid: 1, title: 'new' }, records(992)];
  await checkedBytes({ albums });
  const stringify = jest.spyOn(JSON, 'stringify');
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await checkedBytes({ albums: [first, ...albums] });
  isOver = true;
  expect(stringify.mock.calls.filter(([given]) => typeof given === 'object')).toEqual([[first]]);
  stringify.mockRestore();
  expect(turns).toBeGreaterThan(3);
});
