import { expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';

await onBothDatabases((ground) => {
  it('names the uids of which there is no paper, of few and of many', async () => {
    const database = await ground.database();
    const unknown = async (uids: string[]): Promise<string[]> => (await database.unknownUids(uids)).sort();
    await database.connect();
    expect(await unknown(['a'])).toEqual(['a']);
    expect(await unknown([])).toEqual([]);
    await database.addPapers(['a', 'b"c', 'ü😀', 'z'].map((uid) => record({ uid })));
    expect(await unknown(['z', 'x', 'ü😀', 'y', 'b"c'])).toEqual(['x', 'y']);
    const many = Array.from({ length: 6000 }, (_, n) => `n${n}`);
    expect(await unknown([...many, 'a', 'z'])).toEqual([...many].sort());
    await database.addPapers([record({ uid: 'n7' }), record({ uid: 'n5999' })]);
    await database.deletePapers(['a']);
    const left = many.filter((uid) => uid !== 'n7' && uid !== 'n5999');
    expect(await unknown([...many, 'a', 'z'])).toEqual([...left, 'a'].sort());
  });
});
