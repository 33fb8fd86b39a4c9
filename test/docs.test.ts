/**
 * The documents name only files and sections that exist. They are about all features, so test/without.mjs does not run
 * this suite.
 */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTables } from '../http/features/openapi/document/tables.js';
import { allActions as actions, allOperations as operations } from './support/features.js';
import { errorCodes } from '../workers/base/errors.js';
import { penLanguages } from '../workers/pen/find/pen-log.js';
import { globSync } from './support/glob.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['config', 'daemon', 'http', 'workers', 'service-units', 'test', 'benchmarks', 'docs'];
const all = (...endings: readonly string[]): string[] =>
  rooms.flatMap((room) => endings.flatMap((ending) => globSync(join(root, room), ending)));

const textOf = (path: string): string => readFileSync(path, 'utf8');
const shown = (path: string): string => relative(root, path);

/** Comments of a source, each on one line. */
const commentsOf = (source: string): string[] =>
  [...source.matchAll(/\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*(?:\n *\/\/[^\n]*)*/g)].map(([comment]) =>
    comment.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '),
  );

/** Headings of a document, without what stands in its code. */
const headingsOf = (document: string): string[] =>
  [...document.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

interface Citation {
  file: string;
  document: string;
  /** `"Raw value → dots" and "The tile"` behind it. */
  sections: string[];
}

const citations: Citation[] = all('.ts', '.js', '.mjs', '.css').flatMap((path) =>
  commentsOf(textOf(path)).flatMap((comment) =>
    [...comment.matchAll(/([\w./-]+\.md)\b`?((?:(?:,| and) "[^"]+")*)/g)].map(([, document = '', sections = '']) => ({
      file: shown(path),
      document,
      sections: [...sections.matchAll(/"([^"]+)"/g)].map(([, section = '']) => section),
    })),
  ),
);

describe('comments', () => {
  it('cite documents at all', () => expect(citations.length).toBeGreaterThan(20));

  it('cite documents by their path in the repository', () => {
    const missing = citations.filter(({ document }) => !existsSync(join(root, document)));
    expect(missing.map(({ file, document }) => `${file}: ${document}`)).toEqual([]);
  });

  it('cite sections that are there', () => {
    const missing = citations.flatMap(({ file, document, sections }) => {
      const headings = existsSync(join(root, document)) ? headingsOf(textOf(join(root, document))) : [];
      return sections.filter((one) => !headings.includes(one)).map((one) => `${file}: ${document}, "${one}"`);
    });
    expect(missing).toEqual([]);
  });
});

const documents = [
  ...all('.md'),
  ...['README.md', 'README.de.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name)),
]
  .filter((path) => existsSync(path))
  .map((path) => ({ path, text: textOf(path) }));

describe('documents', () => {
  it('link to files and sections that are there', () => {
    const wrong = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
        .map(([, link, image]) => link ?? image ?? '')
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [file = '', anchor] = link.split('#');
          const target = file === '' ? path : join(dirname(path), file);
          if (!existsSync(target)) return true;
          return anchor !== undefined && !headingsOf(textOf(target)).map(anchorOf).includes(anchor);
        })
        .map((link) => `${shown(path)}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  // `workers/oid/` and `test/http/pages.test.ts`, but not `http/...` in prose without an ending.
  it('name files and folders that are there', () => {
    const wrong = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:config|daemon|http|workers|service-units|test|benchmarks|docs|\.ci)\/[\w./-]*)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(join(root, named)))
        .map((named) => `${shown(path)}: ${named}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** What a list in a document must not forget. */
describe('the document of', () => {
  const http = textOf(join(root, 'docs/http.md'));

  it('HTTP has the current tables (else: npm run build && node docs/write-http.js)', () => {
    expect(http).toBe(withTables(http, operations));
  });

  it.each(actions.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias])))(
    'HTTP has the action %s',
    (name) => expect(http).toContain(`\`${name}\``),
  );

  it.each([...errorCodes])('HTTP has the code %s', (code) => expect(http).toContain(`\`${code}\``));

  it('programs has every export of the package, and no other', () => {
    const exported = [...textOf(join(root, 'workers/papers/index.ts')).matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '');
    const [, section = ''] = textOf(join(root, 'docs/programs.md')).split('\n## All exports\n');
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const [, types = ''] = section.split('\n### Types\n');
    const named = [...rows.map((line) => line.split(' | ')[0] ?? ''), types].flatMap((text) =>
      [...text.matchAll(/`(\w+)/g)].map(([, name = '']) => name),
    );
    expect(exported.length).toBeGreaterThan(50);
    expect(named.sort()).toEqual(exported.sort());
  });

  it('the configuration has the languages of pens', () => {
    const [, section = ''] = textOf(join(root, 'docs/configuration.md')).split('**`pen_language`**');
    const [choices = ''] = /One of .*/.exec(section) ?? [];
    expect([...choices.matchAll(/`([A-Z]+)`/g)].map(([, language]) => language)).toEqual([...penLanguages]);
  });
});
