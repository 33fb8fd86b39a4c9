/** A file of a feature on the pens, such as that of the test sheet. */
import { describe, expect, it } from '@jest/globals';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FurtherFiles } from '../../../daemon/pens/wanted.js';
import { until } from '../../support/patience.js';
import { penStages, minute, testSheet } from './stage.js';

const { pensAt } = penStages();

describe('the pens', () => {
  it.each([true, false])('carry another file as long as it is wanted (automatic: %s)', async (auto) => {
    const { pens, path, library, files, settled, view } = await pensAt([5], { auto });
    const sheet = await testSheet(library);
    await writeFile(join(path, '993_Test-sheet.gme'), 'of somebody');
    let isWanted = true;
    const languages: string[] = [];
    pens.carry(({ language }) => {
      languages.push(language);
      return { files: isWanted ? [sheet] : [], absent: new Set(), coming: 0 };
    });
    pens.start();
    const albums = auto ? ['5_Album-5.gme'] : [];
    expect(await settled()).toMatchObject({ state: 'ready', albums: auto ? [5] : [], problems: [] });
    expect(await files()).toEqual([...albums, '993_Test-sheet-2.gme', '993_Test-sheet.gme'].sort());
    expect(await readFile(join(path, '993_Test-sheet-2.gme'))).toEqual(await readFile(sheet.source));
    const asked = languages.length;
    expect(pens.list()).toHaveLength(1);
    expect([new Set(languages), languages.length]).toEqual([new Set([view()?.language]), asked]);
    isWanted = false;
    pens.follow();
    await until('its end', async () => (await files()).length === albums.length + 1);
    expect(await readFile(join(path, '993_Test-sheet.gme'), 'utf8')).toBe('of somebody');
    expect((await settled()).problems).toEqual([]);
  });

  it('have a file of a feature, and no album of its number, also when they are away', async () => {
    const { pens, path, library, memory, settled, view, clock, id } = await pensAt([5]);
    const files = [await testSheet(library)];
    pens.carry(() => ({ files, absent: new Set(), coming: 0 }));
    pens.start();
    expect(await settled()).toMatchObject({ albums: [5] });
    await rm(path, { recursive: true });
    clock.advance(minute);
    await until('the pen away', () => Promise.resolve(view()?.state === 'away'), 5);
    expect(view()).toMatchObject({ albums: [5] });
    expect(memory.files(id).map(({ oid }) => oid)).toEqual([5, 993]);
  });

  it("keep a person's copy of the file of a feature, and are not given another one", async () => {
    const { pens, path, library, memory, files, settled, logged, id } = await pensAt([5]);
    const sheet = await testSheet(library);
    await copyFile(sheet.source, join(path, 'mine.gme'));
    let isWanted = true;
    pens.carry(() => ({ files: isWanted ? [sheet] : [], absent: new Set(), coming: 0 }));
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [5], problems: [], shadowed: [] });
    expect(await files()).toEqual(['5_Album-5.gme', 'mine.gme']);
    expect(memory.files(id).map(({ oid }) => oid)).toEqual([5]);
    isWanted = false;
    const sentences = logged.length;
    await pens.sync();
    expect([await files(), logged.slice(sentences)]).toEqual([['5_Album-5.gme', 'mine.gme'], []]);
  });

  it('keep the file of a feature while it is made again, and are ready when it is made', async () => {
    const { pens, path, library, files, settled, view, logged, clock } = await pensAt([5]);
    const made: FurtherFiles = { files: [await testSheet(library)], absent: new Set(), coming: 0 };
    const absent = new Set([993]);
    let now = made;
    pens.carry(() => now);
    pens.start();
    await settled();
    const both = ['5_Album-5.gme', '993_Test-sheet.gme'];
    expect(await files()).toEqual(both);
    const sentences = logged.length;
    now = { files: [], absent, coming: 1 };
    pens.follow();
    await until('the wait for it', () => Promise.resolve(view()?.state === 'looking'), 5);
    expect([await files(), view()?.safe_to_unplug]).toEqual([both, false]);
    now = made;
    pens.follow();
    expect(await settled()).toMatchObject({ state: 'ready', safe_to_unplug: true });
    expect(logged.slice(sentences)).toEqual(['The pen pen is up to date: safe to unplug.']);

    // It could not be made.
    now = { files: [], absent, coming: 0 };
    await rm(join(path, '5_Album-5.gme'));
    clock.advance(minute);
    await until('the album again', async () => (await files()).join() === both.join(), 5);
    expect(await settled()).toMatchObject({ state: 'ready' });
    now = { ...now, absent: new Set() };
    pens.follow();
    await until('its end', async () => (await files()).join() === '5_Album-5.gme', 5);
  });
});
