/** The house keeps its own rules: imports run one way, every error code has a place, lines fit on a screen. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from './support/glob.js';
import { errorCodes } from '../workers/base/errors.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['config', 'daemon', 'http', 'workers'] as const;

/** What each room may import; `workers/base` is the ground floor, and the one room that config may enter. */
const arrows: Record<string, readonly string[]> = {
  daemon: ['daemon', 'http', 'workers', 'config'],
  http: ['http', 'workers', 'config'],
  workers: ['workers', 'config'],
  config: ['config', 'workers/base'],
};

/** The same between the rooms of the workers; each may enter itself and the ground floor. */
const workerArrows: Record<string, readonly string[]> = {
  base: [],
  gme: [],
  oid: [],
  audio: [],
  library: ['audio', 'gme'],
  build: ['audio', 'gme', 'library'],
  import: ['audio', 'library'],
  'features/rearrange': ['audio', 'import', 'library'],
  'features/backup': ['import', 'library'],
  'features/try': ['audio', 'gme', 'library', 'oid', 'print'],
  'features/takeover': ['audio', 'build', 'gme', 'import', 'library'],
  print: ['build', 'gme', 'oid'],
  pen: ['audio', 'gme'],
  'papers/postgres': [],
  'papers/vectors': ['papers/postgres'],
  papers: ['papers/postgres', 'papers/vectors'],
  'papers/embedding-api': [],
  'papers/embeddings': ['papers', 'papers/embedding-api', 'papers/postgres', 'papers/vectors'],
  'papers/feeds': ['papers', 'papers/embedding-api'],
};

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
  package: string | null;
  /** Only when it is asked for. */
  late: boolean;
}

const sources = rooms.flatMap((room) => globSync(join(root, room), '.ts')).filter((file) => !file.endsWith('.as.ts'));

const imports: Import[] = sources.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^\s*(?:import|export)\s(type\s)?[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const local = target.startsWith('.');
    return {
      file: relative(root, file),
      target: local ? relative(root, join(dirname(file), target)) : target,
      typeOnly: match[1] !== undefined,
      package: local ? null : target,
      late: match[2] === undefined,
    };
  }),
);

const roomOf = (path: string): string => path.split('/')[0] ?? '';
/** `workers/gme/read.ts` → `gme`, `workers/features/try/scan/scan.ts` → `features/scan`. */
const workerRoomOf = (path: string): string => {
  const [, room = '', inner = ''] = path.split('/');
  return room === 'features' || `${room}/${inner}` in workerArrows ? `${room}/${inner}` : room;
};

/** What stands for a list of arrows that are wrong. */
const shown = (wrong: readonly Import[]): string[] => wrong.map(({ file, target }) => `${file} → ${target}`);

/** `core`, `papers`, or the name of a feature. */
function partOf(path: string): string {
  const [, room, name = ''] = path.split('/');
  if (room === 'features' && name !== '') return name;
  return room === 'papers' ? 'papers' : 'core';
}
/** It knows all features. */
const list = 'daemon/features.ts';

describe('features', () => {
  it('are not imported by the core, but for their list', () => {
    const wrong = imports.filter(
      ({ file, target, package: name }) =>
        name === null && file !== list && partOf(file) === 'core' && partOf(target) !== 'core',
    );
    expect(shown(wrong)).toEqual([]);
    expect(imports.filter(({ file, target }) => file === list && partOf(target) !== 'core').length).toBeGreaterThan(10);
  });

  it('do not import each other, nor the list', () => {
    const wrong = imports.filter(({ file, target, package: name }) => {
      if (name !== null || partOf(file) === 'core') return false;
      return (partOf(target) !== 'core' && partOf(target) !== partOf(file)) || target === list.replace('.ts', '.js');
    });
    expect(shown(wrong)).toEqual([]);
  });
});

describe('imports', () => {
  it('are found at all', () => expect(imports.length).toBeGreaterThan(300));

  it('run one way', () => {
    const wrong = imports.filter(
      ({ file, target, package: name }) =>
        name === null && !(arrows[roomOf(file)] ?? []).some((room) => target.startsWith(`${room}/`)),
    );
    expect(shown(wrong)).toEqual([]);
  });

  it('run one way between the rooms of the workers', () => {
    const inside = imports.filter(({ file, target }) => roomOf(file) === 'workers' && roomOf(target) === 'workers');
    const wrong = inside.filter(({ file, target }) => {
      const [from, to] = [workerRoomOf(file), workerRoomOf(target)];
      // What the package offers to others is put together beside the rooms.
      return (
        file !== 'workers/papers/index.ts' && to !== from && to !== 'base' && !(workerArrows[from] ?? []).includes(to)
      );
    });
    expect(shown(wrong)).toEqual([]);
    expect(
      imports.filter(({ file, target }) => file.startsWith('workers/base/') && roomOf(target) === 'config'),
    ).toEqual([]);
  });

  it('go round in no circle, types included', () => {
    const next = new Map<string, Set<string>>();
    for (const { file, target, package: name } of imports) {
      if (name === null) next.set(file, (next.get(file) ?? new Set()).add(target.replace(/\.js$/, '.ts')));
    }
    // What nothing is imported from any more goes, until nothing can: the rest goes round.
    for (let before = -1; before !== next.size;) {
      before = next.size;
      for (const [file, targets] of next) if (![...targets].some((target) => next.has(target))) next.delete(file);
    }
    expect([...next.keys()]).toEqual([]);
  });

  it('of the workers by http are types, and the ground floor', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        roomOf(file) === 'http' && roomOf(target) === 'workers' && !typeOnly && !target.startsWith('workers/base/'),
    );
    expect(shown(wrong)).toEqual([]);
  });

  const wordsAndErrors = ['workers/base/errors.js', 'workers/base/language/sentence.js'];
  it.each([
    ['workers/gme', []],
    ['workers/oid', []],
    ['workers/features/try/virtual-pen', ['workers/gme/']],
  ])(
    'of %s are its own, its pure neighbours, errors, sentences and types: it knows no files and no packages',
    (folder, neighbours) => {
      const pure = [`${folder}/`, ...neighbours];
      const wrong = imports.filter(
        ({ file, target, typeOnly, package: name }) =>
          file.startsWith(`${folder}/`) &&
          !typeOnly &&
          (name !== null || !(pure.some((room) => target.startsWith(room)) || wordsAndErrors.includes(target))),
      );
      expect(shown(wrong)).toEqual([]);
    },
  );

  it('of the thread that prints load no writer of PDFs before one is written: a preview does not wait for it', () => {
    const reached = new Set<string>(['workers/print/print-thread.ts']);
    // A set goes on with what comes in meanwhile.
    for (const at of reached)
      for (const { file, target, typeOnly, package: name, late } of imports)
        if (file === at && !typeOnly && !late) reached.add(name ?? target.replace(/\.js$/, '.ts'));
    expect([...reached]).toContain('fontkit');
    expect([...reached].filter((one) => one.startsWith('pdfmake'))).toEqual([]);
  });

  it('of packages name dependencies of package.json, and each dependency is imported', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const names = new Set(
      imports
        .filter(({ package: name, typeOnly }) => name !== null && !name.startsWith('node:') && !typeOnly)
        .map(({ package: name }) =>
          (name ?? '')
            .split('/')
            .slice(0, name?.startsWith('@') === true ? 2 : 1)
            .join('/'),
        ),
    );
    // These are loaded by createRequire or by another package.
    const others = ['@ffmpeg/core', '@citation-js/core'];
    expect([...names].filter((name) => !(name in dependencies))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !names.has(name) && !others.includes(name))).toEqual([]);
  });
});

it('one file starts threads, and one starts the processes for untrusted bytes', () => {
  const startedBy = (call: string): string[] =>
    sources.filter((file) => readFileSync(file, 'utf8').includes(call)).map((file) => relative(root, file));
  // The second is the guard of such a process.
  const threads = ['workers/base/async/serve-process.ts', 'workers/base/async/threads.ts'];
  expect(startedBy('new Worker(').sort()).toEqual(threads);
  expect(startedBy('= fork(')).toEqual(['workers/base/async/processes.ts']);
});

// Prettier breaks code, but neither comments nor texts.
it('no line of a source is longer than 120 characters', () => {
  const long = [...rooms, 'test', 'benchmarks', 'docs']
    .flatMap((folder) => ['.ts', '.js', '.mjs', '.css'].flatMap((ending) => globSync(join(root, folder), ending)))
    .filter((file) => !file.endsWith('-wasm.ts'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, n) => ([...line].length > 120 ? [`${relative(root, file)}:${n + 1}`] : [])),
    );
  expect(long).toEqual([]);
});

describe('error codes', () => {
  const text = sources
    .filter((file) => !file.endsWith('workers/base/errors.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

  it.each(errorCodes.filter((code) => code !== 'bad_field'))('%s is thrown somewhere', (code) => {
    expect(text).toMatch(new RegExp(`(TonstiftError|refus\\w*|HttpError)\\(\\s*[^)]*?'${code}'`, 's'));
  });
});
