/** A start on a full disk: the pages say what is missing, and the program goes on by itself. */
import { afterAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/patience.js';
import { withTmpfs } from '../../workers/pen/tmpfs.js';
import { Sandbox } from './program.js';
import { freePort } from '../../support/servers.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.clear());

withTmpfs('a start on a full disk', ({ mount }) => {
  /** Fills the disk to the last byte. */
  function full(disk: string): string {
    const filling = join(disk, 'filling');
    expect(() => writeFileSync(filling, Buffer.alloc(20_000_000))).toThrow(/ENOSPC/);
    return filling;
  }
  const start = (disk: string, port: number) =>
    sandbox.start(['--home', join(disk, 'home'), '--port', String(port), '--pen-detect=false']);

  it('waits for room, and says so to whoever asks', async () => {
    const disk = mount(join(sandbox.folder, 'disk'), 'size=16m');
    const filling = full(disk);
    const port = await freePort();
    const running = start(disk, port);
    await running.says(/The disk with .*home is full: 0 bytes are free, and Tonstift needs 4\.0 MB to start/);
    const page = await until('the page', () =>
      fetch(`http://127.0.0.1:${port}/library`, { headers: { 'accept-language': 'de' } }).catch(() => null),
    );
    expect([page.status, page.headers.get('content-language'), page.headers.get('retry-after')]).toEqual([
      ...[503, 'de', '10'],
    ]);
    expect(await page.text()).toMatch(
      /^Tonstift kann nicht starten: Die Festplatte ist voll\. 0 Byte sind frei, 4,0 MB werden gebraucht\./,
    );
    const inBrowser = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([inBrowser.headers.get('content-type'), await inBrowser.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringMatching(/^<!doctype html>[^]*<p>Tonstift cannot start: its disk is full\./),
    ]);
    rmSync(filling);
    await running.says(/There is room in .* again\. Starting\.[^]*is listening/);
    const albums = await fetch(`http://127.0.0.1:${port}/library`, { headers: { accept: 'application/json' } });
    expect(await albums.json()).toMatchObject({ albums: [] });
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('is named by commands, and so is a disk that is read-only', async () => {
    const disk = mount(join(sandbox.folder, 'third disk'), 'size=16m');
    const home = join(disk, 'home');
    const run = (...words: string[]) => sandbox.run([...words, `--home=${home}`]);
    expect((await run('config', 'set', 'print_preset', 'tiles')).code).toBe(0);
    full(disk);
    expect(await run('config', 'set', 'print_preset', 'cd')).toMatchObject({
      code: 75,
      stderr: `tonstift: The disk of ${home} is full. Delete files on it, or empty its trash. Then try again.\n`,
    });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const sentence = `Cannot write to ${home}: its disk is read-only. Make it writable, or use another folder.`;
    expect(await run('config', 'set', 'print_preset', 'cd')).toMatchObject({
      code: 78,
      stderr: `tonstift: ${sentence}\n`,
    });
    const daemon = await start(disk, await freePort()).ended;
    expect([daemon.code, daemon.stderr]).toEqual([78, expect.stringContaining(sentence)]);
  });

  it('stops while it waits', async () => {
    const disk = mount(join(sandbox.folder, 'other disk'), 'size=16m');
    full(disk);
    const running = start(disk, await freePort());
    await running.says(/is full/);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});
