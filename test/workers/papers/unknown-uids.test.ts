import { expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';

await onBothDatabases((ground) => {
  it('names the uids of which there is no paper, of few and of many', async () => {
    const database = await ground.database();
    await database.connect();
    expect(await database.unknownUids(['a'])).toEqual(['a']);
    expect(await database.unknownUids([])).toEqual([]);
    await database.addPapers(['a', 'b"c', 'ü😀', 'z'].map((uid) => record({ uid })));
    expect((await database.unknownUids(['z', 'x', 'ü😀', 'y', 'b"c'])).sort()).toEqual(['x', 'y']);
    const many = Array.from({ length: 6000 }, (_, n) => `n${n}`);
    expect((await database.unknownUids([...many, 'a', 'z'])).sort()).toEqual([...many].sort());
    // Of many all uids are kept, as long as nothing has come or gone.
    await database.addPapers([record({ uid: 'n7' }), record({ uid: 'n5999' })]);
    await database.deletePapers(['a']);
    const left = many.filter((uid) => uid !== 'n7' && uid !== 'n5999');
    expect((await database.unknownUids([...many, 'a', 'z'])).sort()).toEqual([...left, 'a'].sort());
    expect((await database.unknownUids([...many, 'a', 'z'])).sort()).toEqual([...left, 'a'].sort());
  });
});
