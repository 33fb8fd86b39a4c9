/** The real program with /proc as the shipped system unit leaves it (ProcSubset=pid, ProtectProc=invisible). */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asStranger } from '../http/account.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { withMounts } from './with-mounts.js';

/** Accounts of the daemon and of somebody else on this machine; no program of theirs runs here. */
const [own, other] = [61_234, 61_235];

/** Runs what follows as the daemon's account, in mounts of its own. */
const underUnit = (mounts: string): string[] => {
  const account = `setpriv --reuid=${own} --regid=${own} --clear-groups --no-new-privs`;
  return ['unshare', '--mount', 'sh', '-c', `mount --make-rprivate / && ${mounts} && exec ${account} "$@"`, 'sh'];
};

const get = 'GET /library HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const setPassword = (): string => {
  const body = 'password=eight+letters';
  const head = 'POST /config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
  const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
  return `${head}${type}\r\n${body}`;
};

let home: string;
let daemon: RunningDaemon;
const as = (uid: number, text: string): Promise<string> =>
  asStranger(Number(new URL(daemon.url).port), text, { uid }).then((answer) => answer.split('\r\n', 1)[0] ?? '');
const run = async (under: readonly string[]): Promise<void> => {
  home = mkdtempSync(join(tmpdir(), 'tonstift-hidden-'));
  chownSync(home, own, own);
  daemon = await startProgram(home, [], under);
};
const end = async (): Promise<void> => {
  await daemon.stop();
  rmSync(home, { recursive: true, force: true });
};

withMounts('under the system unit', () => {
  beforeAll(() => run(underUnit('mount -t proc -o subset=pid,hidepid=invisible proc /proc')), 60_000);
  afterAll(end);

  it('another account reads nothing and sets no password, and the own one is served', async () => {
    expect(await as(other, get)).toContain('403');
    expect(await as(other, setPassword())).toContain('403');
    expect(await as(own, get)).toContain('200');
    expect(await as(0, get)).toContain('200');
    expect(await as(other, get)).toContain('403');
    expect(daemon.output()).not.toContain('Linux does not show');
  });
});

withMounts('where /proc does not show any connection', () => {
  // The program keeps the number of the shell that it replaces.
  beforeAll(() => run(underUnit('mount -t tmpfs -o size=4k tmpfs /proc/$$/net')), 60_000);
  afterAll(end);

  it('every account is refused, and the log says what to do', async () => {
    expect(await as(other, get)).toContain('403');
    expect(await as(own, get)).toContain('403');
    expect(await as(0, get)).toContain('403');
    expect(daemon.output()).toMatch(/warn.*the system does not show this program which account is asking/);
    expect(daemon.output()).toMatch(/warn.*which account is asking.*tonstift password/);
  });
});
