/** Tests which files a pen gets, and how the page describes it. */
import { describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Library } from '../../../workers/library/library.js';
import { silentLog } from '../../../workers/base/ports.js';
import { until } from '../../support/patience.js';
import { anAlbum } from '../../support/records.js';
import { gmeBytes } from '../../workers/pen/gme-files.js';
import { setTimeout as pause } from 'node:timers/promises';
import { penStages, minute, put, repeating } from './stage.js';

const { pensAt, folder } = penStages();

describe('the pens', () => {
  it.each([
    ['with a slash at the end', (path: string) => `${path}/`],
    ['by way of another folder', (path: string) => `${path}/../pen`],
  ])('may be folders that are named %s', async (_, name) => {
    const { pens, settled, files } = await pensAt([5], { name });
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [5], problems: [] });
    expect(await files()).toEqual(['5_Album-5.gme']);
  });

  it('may be folders that are named by a link', async () => {
    let link = '';
    const { pens, path, settled } = await pensAt([5], { name: () => link });
    link = `${path}-link`;
    await symlink(path, link);
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', path, albums: [5], problems: [] });
  });

  it('get back within a minute what someone has removed, and nothing is done where nothing has changed', async () => {
    const { pens, path, files, settled, clock, published, logged } = await pensAt([5, 6]);
    pens.start();
    await settled();
    const [events, sentences] = [published.length, logged.length];
    clock.advance(minute);
    await pens.sync();
    expect(published.slice(events).filter((type) => type.startsWith('job.'))).toEqual([]);
    expect(logged.slice(sentences)).toEqual([]);
    await rm(join(path, '5_Album-5.gme'));
    clock.advance(minute);
    await until('the file', async () => (await files()).join() === '5_Album-5.gme,6_Album-6.gme', 5);
  });

  it('do not get a damaged file of the library, which is dropped to be built again', async () => {
    const { pens, library, files, logged } = await pensAt([5, 6]);
    // Another content of the same size.
    await writeFile(join(library.gmeFolder, '5.gme'), gmeBytes(5, 2));
    pens.start();
    await until('the file to be dropped', () => Promise.resolve(library.get(5).files.length === 0), 5);
    expect(await files()).toEqual(['6_Album-6.gme']);
    expect(logged.filter((sentence) => sentence.includes('is damaged, and is built again'))).toHaveLength(1);
  });

  it('say once what cannot be read', async () => {
    const { pens, path, settled, clock, logged } = await pensAt([5]);
    await mkdir(join(path, '77.gme'));
    pens.start();
    await settled();
    for (let n = 0; n < 3; n++) {
      clock.advance(minute);
      await pens.sync();
      // A search that is under way would be late at the next minute.
      await until('the search to end', () => Promise.resolve(clock.waiting() === repeating));
    }
    expect(logged.filter((sentence) => sentence.includes('77.gme'))).toHaveLength(1);
  });

  it('do not get the rest of a file whose album is deleted or edited while it is copied', async () => {
    const { pens, library, files, settled, view, logged } = await pensAt([6]);
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(300 * 1024 * 1024)]));
    pens.start();
    await until('the copy under way', async () => (await files()).includes('~tonstift-5.tmp'), 1);
    expect(view()).toMatchObject({ state: 'copying', safe_to_unplug: false });
    await library.change((data) => ({ ...data, albums: data.albums.filter(({ oid }) => oid !== 5) }));
    pens.follow();
    await until('the copy to end', async () => !(await files()).includes('~tonstift-5.tmp'), 1);
    await pens.sync();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [6], problems: [] });
    expect(await files()).toEqual(['6_Album-6.gme']);
    expect(logged.join(' ')).not.toMatch(/Album 5.*was copied/);
  });

  it.each<'remove' | 'copy'>(['remove', 'copy'])(
    'do not %s the album that has the number in a library that is taken meanwhile',
    async (wish) => {
      const { pens, library, settled, id, files } = await pensAt([5]);
      pens.start();
      await settled();
      const other = await Library.open(await folder(), silentLog);
      const ours = anAlbum(5, { folder: 'Another', on_pens: wish === 'copy' ? 'none' : 'all' });
      await other.change((data) => ({ ...data, albums: [ours] }));
      await other.close();
      const letGo = await library.hold();
      const answer = pens[wish](5, id);
      // A build that is not needed is over before the change is asked for.
      await pause(50);
      await library.relocate(other.path, 'any');
      letGo();
      await expect(answer).rejects.toMatchObject({ code: 'not_now' });
      expect([library.get(5).on_pens, await files()]).toEqual([ours.on_pens, ['5_Album-5.gme']]);
    },
  );

  it('answer a wish for an album that is edited meanwhile when the new file is there', async () => {
    const { pens, library, files, id, path, view } = await pensAt([]);
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(300 * 1024 * 1024)]), { on_pens: 'none' });
    await pens.searchOnce();
    const wish = pens.copy(5, id);
    await until('the copy under way', async () => (await files()).includes('~tonstift-5.tmp'), 1);
    await put(library, 5, gmeBytes(5, 2), { on_pens: [id], player_mode: 'tiptoi' });
    pens.follow();
    await wish;
    expect(view()?.albums).toEqual([5]);
    expect(await readFile(join(path, '5_Album-5.gme'))).toEqual(gmeBytes(5, 2));
  });

  it('are known to a command without being touched', async () => {
    const { pens, view, files } = await pensAt([5]);
    await pens.searchOnce();
    expect(view()).toMatchObject({ state: 'ready', safe_to_unplug: true, free_bytes: expect.any(Number) as unknown });
    expect(await files()).toEqual([]);
  });
});
