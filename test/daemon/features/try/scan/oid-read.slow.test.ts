/** `tonstift oid read`, by the built program. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scannedPage } from '../../../../support/print/scanned-page.js';
import { pngFile } from '../../../../workers/features/try/scan/png-file.js';
import { Sandbox, type Ended } from '../../../cli/program.js';

const sandbox = new Sandbox();
beforeAll(() => {
  writeFileSync(join(sandbox.folder, 'scan.png'), scannedPage());
  const blank = { width: 300, height: 200, pixels: new Uint8Array(60_000).fill(255) };
  writeFileSync(join(sandbox.folder, 'blank.png'), pngFile(blank, { colour: 0, depth: 8 }));
  writeFileSync(join(sandbox.folder, 'no.png'), 'no');
});
afterAll(() => sandbox.clear());

const read = (...words: string[]): Promise<Ended> => sandbox.run(['oid', 'read', ...words]);

describe('oid read', () => {
  it('shows the codes of a page with their places, and what is wrong with it', async () => {
    const { code, stdout, stderr } = await read('scan.png');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^scan\.png: 596 × 321 pixels, 600 dpi as the file says, dots at 97\.\d %$/);
    expect(lines[2]).toMatch(/^ +920 +\d\.\d mm +\d\.\d mm +\d\.\d × \d\.\d +number 920, start field of an album$/);
    expect(lines[3]).toMatch(/^14999 +1\d\.\d mm +\d\.\d mm +\d\.\d × \d\.\d$/);
    expect(lines[4]).toMatch(/^The sheet was printed at 97(\.\d)? %\. Print it at “actual size”/);
    expect(lines).toHaveLength(5);
  });

  it('gives one object a picture with --json', async () => {
    const { code, stdout } = await read('scan.png', 'blank.png', '--json', '--dpi=582');
    expect(code).toBe(1);
    const [scan, blank] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(scan).toMatchObject({
      file: 'scan.png',
      dpi: 582,
      dpi_from: 'given',
      codes: [
        { code: 920, meaning: 'number 920, start field of an album' },
        { code: 14_999, meaning: null },
      ],
      unread: [],
      problems: [],
    });
    expect(scan).toHaveProperty('codes.0.x', expect.closeTo(3, 0));
    expect(blank).toMatchObject({ file: 'blank.png', codes: [], problems: expect.arrayContaining([]) });
  });

  it('ends with 1 where there is no code, and goes on behind what it cannot read', async () => {
    expect(await read('blank.png')).toMatchObject({ code: 1, stdout: expect.stringContaining('No dots were found.') });
    const { code, stdout, stderr } = await read('no.png', 'missing.png', 'scan.png');
    expect([code, stdout]).toEqual([1, expect.stringContaining('  920')]);
    expect(stderr).toMatch(/no\.png: The file must be a PNG or JPEG picture/);
    expect(stderr).toMatch(/missing\.png: .* cannot be read/);
  });

  it('refuses a resolution that cannot be with 2, and knows --dpi nowhere else', async () => {
    for (const dpi of ['x', '7', '-600', '1e3', ''])
      expect(await read('scan.png', `--dpi=${dpi}`)).toMatchObject({ code: 2, stdout: '' });
    expect(await sandbox.run(['config', '--dpi=600'])).toMatchObject({ code: 2 });
    expect(await read()).toMatchObject({ code: 2 });
  });
});
