/** The real program as a process of its own, in a home of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlbumView } from '../../workers/library/types.js';
import { entry } from '../daemon/cli/program.js';
import { forAllTests } from '../support/opened.js';

/** By their names. */
type Files = Readonly<Record<string, Uint8Array>>;

export interface RunningDaemon {
  home: string;
  inbox: string;
  /** Without a slash at the end. */
  url: string;
  process: ChildProcess;
  /** All that it has printed. */
  output(): string;
  /** Requests JSON, as a program does. */
  json<Answer>(path: string): Promise<Answer>;
  albums(): Promise<AlbumView[]>;
  /** The album, or the first one, of files by their names or paths. */
  upload(files: Files, cover?: Uint8Array): Promise<AlbumView>;
  post(path: string, fields: Record<string, string>): Promise<Response>;
  /** Sends papers, one a line. */
  putPapers(papers: readonly object[]): Promise<Response>;
  /** Ends it with SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** The form of an upload, as a browser sends it. */
export function uploadForm(files: Files, cover?: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files)) form.append('files', new Blob([new Uint8Array(bytes)]), name);
  if (cover !== undefined) form.append('cover', new Blob([new Uint8Array(cover)]), 'cover');
  return form;
}

/** The program in a home of its own, for all tests of a suite. */
export function programForSuite(flags: readonly string[] = []): RunningDaemon {
  return forAllTests(
    async () => startProgram(await mkdtemp(join(tmpdir(), 'tonstift-test-')), flags),
    async (daemon) => {
      await daemon.stop();
      await rm(daemon.home, { recursive: true, force: true });
    },
  );
}

/**
 * Starts it, blind for pens that are plugged into this machine; resolves when it says where it listens.
 * Throws what it printed where it ends before.
 * @param under a command that becomes the program in the end, such as `setpriv`
 * @param started another copy of the program
 */
export async function startProgram(
  home: string,
  flags: readonly string[] = [],
  under: readonly string[] = [],
  started = entry,
): Promise<RunningDaemon> {
  await mkdir(home, { recursive: true });
  const [command, ...words] = [...under, process.execPath];
  const child = spawn(
    command,
    [
      ...words,
      started,
      '--home',
      home,
      '--port',
      '0',
      '--inbox-settle-seconds',
      '0.5',
      '--log-level',
      'debug',
      '--pen-detect=false',
      ...flags,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /Open (http:\S+?)\/?\s/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}:\n${output}`)));
  });
  const json = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(url + path, { headers: { accept: 'application/json' } })).json()) as Answer;
  const ended = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  return {
    home,
    url,
    process: child,
    inbox: join(home, 'inbox'),
    output: () => output,
    json,
    albums: async () => (await json<{ albums: AlbumView[] }>('/library')).albums,
    async upload(files, cover) {
      const answer = await fetch(`${url}/`, { method: 'POST', body: uploadForm(files, cover) });
      if (answer.status !== 201) throw new Error(`the upload got ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { album: AlbumView }).album;
    },
    post: (path, fields) => fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }),
    putPapers: (papers) =>
      fetch(`${url}/papers`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-ndjson' },
        body: papers.map((one) => JSON.stringify(one)).join('\n'),
      }),
    stop: () => ended('SIGTERM'),
    kill: async () => void (await ended('SIGKILL')),
  };
}
