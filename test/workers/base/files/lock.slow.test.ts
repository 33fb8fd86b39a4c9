import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { acquireLock, holderAddress } from '../../../../workers/base/files/lock.js';
import { thisProcess } from '../../../../workers/base/process-identity.js';
import { temporaryFolders } from '../../../support/folder.js';

/** Milliseconds; twenty processes on a busy machine take their time. */
const patience = 120_000;

const contender = join(dirname(fileURLToPath(import.meta.url)), 'contender.js');
let folder = '';
let path = '';
const children: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
});
const newFolder = temporaryFolders();
beforeEach(async () => {
  folder = await newFolder();
  path = join(folder, 'lock');
});

interface Contender {
  child: ChildProcess;
  take: (lock: string) => Promise<string>;
}

async function startContender(): Promise<Contender> {
  const child = spawn(process.execPath, [contender], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  expect(await line()).toBe('ready');
  return {
    child,
    take(lock) {
      child.stdin.write(`${lock}\n`);
      return line();
    },
  };
}

/** The content of a lock whose holder was killed. */
async function deadContent(): Promise<string> {
  const one = await startContender();
  const lock = join(folder, 'dead');
  expect(await one.take(lock)).toBe('won');
  one.child.kill('SIGKILL');
  await once(one.child, 'exit');
  const content = readFileSync(lock, 'utf8');
  rmSync(lock);
  return content;
}

describe('acquireLock', () => {
  it('is held until released, and leaves nothing behind', async () => {
    const lock = await acquireLock(path, { purpose: 'the daemon' });
    await lock.setAddress('http://127.0.0.1:10020/');
    await expect(acquireLock(path, { purpose: 'tonstift import' })).rejects.toMatchObject({ code: 'locked' });
    await expect(acquireLock(path, { purpose: 'tonstift import' })).rejects.toThrow(
      new RegExp(
        `is in use: the daemon runs as process ${process.pid} since .*Z and answers at http://127.0.0.1:10020/`,
      ),
    );
    await lock.release();
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await acquireLock(path, { purpose: 'the daemon' })).release();
  });

  it('is none of a copy of the folder, made while it is held', async () => {
    const address = 'http://127.0.0.1:10020/';
    const held = await acquireLock(path, { purpose: 'x', address });
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true });
    expect([await holderAddress(path), await holderAddress(join(copy, 'lock'))]).toEqual([address, undefined]);
    const other = await acquireLock(join(copy, 'lock'), { purpose: 'y' });
    await expect(acquireLock(join(copy, 'lock'), { purpose: 'z' })).rejects.toMatchObject({ code: 'locked' });
    await other.release();
    await held.release();
    // Also when the holder has let the original go.
    const again = await acquireLock(path, { purpose: 'x' });
    cpSync(folder, copy, { recursive: true });
    await again.release();
    await (await acquireLock(join(copy, 'lock'), { purpose: 'y' })).release();
    rmSync(copy, { recursive: true });
  });

  it('holds by whichever path one comes, and where its folder was moved', async () => {
    const inside = join(folder, 'inside');
    mkdirSync(inside);
    await acquireLock(join(inside, 'lock'), { purpose: 'x' });
    symlinkSync(inside, join(folder, 'way'));
    await expect(acquireLock(join(folder, 'way', 'lock'), { purpose: 'y' })).rejects.toMatchObject({ code: 'locked' });
    renameSync(inside, join(folder, 'moved'));
    await expect(acquireLock(join(folder, 'moved', 'lock'), { purpose: 'y' })).rejects.toMatchObject({
      code: 'locked',
    });
  });

  it('makes the folder it lies in', async () => {
    await (await acquireLock(join(folder, 'a/b/lock'), { purpose: 'x' })).release();
    expect(readdirSync(join(folder, 'a/b'))).toEqual([]);
  });

  it('continues after an attempt that failed when the file was written already, and respects others', async () => {
    // Nobody can remove it like a file, as on a disk that is gone.
    const obstacle = join(folder, 'lock.after-x');
    mkdirSync(obstacle);
    for (let tries = 0; tries < 2; tries++)
      await expect(acquireLock(path, { purpose: 'a' })).rejects.toThrow('lock.after-x');
    expect(readFileSync(path, 'utf8')).toContain(String(process.pid));
    expect(await (await startContender()).take(path)).not.toBe('won');
    rmSync(obstacle, { recursive: true });
    const lock = await acquireLock(path, { purpose: 'a' });
    await expect(acquireLock(path, { purpose: 'b' })).rejects.toMatchObject({ code: 'locked' });
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('respects another process, and takes over when it was killed', async () => {
    const other = await startContender();
    expect(await other.take(path)).toBe('won');
    await expect(acquireLock(path, { purpose: 'x' })).rejects.toMatchObject({ code: 'locked' });
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    await acquireLock(path, { purpose: 'x' });
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('does not take a stopped process for a dead one', async () => {
    const other = await startContender();
    expect(await other.take(path)).toBe('won');
    other.child.kill('SIGSTOP');
    await expect(acquireLock(path, { purpose: 'x' })).rejects.toMatchObject({ code: 'locked' });
  });

  it('takes over from another boot, from a reused number, from noise and from an empty file', async () => {
    const self = { ...(await thisProcess()), purpose: 'x', since: 'y', nonce: 'z' };
    expect(self.started).not.toBe('');
    expect(self.boot).not.toBe('');
    const lines = [
      { ...self, boot: 'another' },
      { ...self, started: '1' },
      { ...self, pid: 2 ** 22 + 1 },
      { ...self, pid: -1 },
      { pid: 'x' },
      null,
    ];
    for (const content of [...lines.map((line) => JSON.stringify(line)), '', '\0\0\0', 'x'.repeat(1e5)]) {
      writeFileSync(path, content);
      utimesSync(path, 1, 1);
      const lock = await acquireLock(path, { purpose: 'x' });
      await lock.release();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'takes over from a zombie (skipped elsewhere than on Linux)',
    async () => {
      // The shell starts a child, and becomes a program that never collects it. Only then may the child end.
      const parent = spawn('sh', ['-c', 'sh -c "read line" <&3 & echo $!; exec sleep 60 3<&-'], {
        stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      });
      children.push(parent);
      const [line] = (await once(createInterface({ input: parent.stdout as Readable }), 'line')) as [string];
      const pid = Number(line);
      const until = async (file: string, pattern: RegExp): Promise<string> => {
        for (;;) {
          const text = readFileSync(file, 'utf8');
          if (pattern.test(text)) return text;
          await new Promise(setImmediate);
        }
      };
      await until(`/proc/${parent.pid}/comm`, /^sleep/);
      (parent.stdio[3] as Writable).end('\n');
      const stat = await until(`/proc/${pid}/stat`, /\) Z /);
      const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      writeFileSync(
        path,
        JSON.stringify({ ...(await thisProcess()), pid, started, purpose: 'x', since: 'y', nonce: 'z' }),
      );
      await (await acquireLock(path, { purpose: 'x' })).release();
    },
  );

  it('waits for a file that is being written', async () => {
    writeFileSync(path, '');
    await expect(acquireLock(path, { purpose: 'x' })).rejects.toMatchObject({ code: 'locked' });
  });

  it('does not remove the lock of another on release', async () => {
    const lock = await acquireLock(path, { purpose: 'x' });
    writeFileSync(path, 'of another');
    await lock.release();
    expect(readFileSync(path, 'utf8')).toBe('of another');
  });

  it.each([
    ['when 20 processes find a stale lock at once', false],
    ['also where an earlier one died before it had replaced the stale lock', true],
  ])(
    'has exactly one winner %s',
    async (_, hasHeir) => {
      const [dead, heir] = [await deadContent(), await deadContent()];
      const contenders = await Promise.all(Array.from({ length: 20 }, startContender));
      for (let round = 0; round < 10; round++) {
        const contested = join(folder, `round ${round}`, 'lock');
        await (await acquireLock(contested, { purpose: 'x' })).release();
        writeFileSync(contested, dead);
        if (hasHeir) writeFileSync(rightThatWouldBeTaken(contested), heir);
        const answers = await Promise.all(contenders.map(({ take }) => take(contested)));
        expect(answers.sort()).toEqual([...Array<string>(19).fill('locked'), 'won']);
        const left = readdirSync(dirname(contested));
        if (hasHeir) expect(left).toEqual(['lock']);
        else expect(left.filter((name) => !name.endsWith('.tmp'))).toContain('lock');
      }
    },
    patience,
  );
});

/** By the rule in lock.ts: the lock's name, and the mark of time and content. */
function rightThatWouldBeTaken(lock: string): string {
  const mark = createHash('sha256')
    .update(`${statSync(lock).mtimeMs}\n${readFileSync(lock, 'utf8')}`)
    .digest('hex')
    .slice(0, 24);
  return `${lock}.after-${mark}`;
}
