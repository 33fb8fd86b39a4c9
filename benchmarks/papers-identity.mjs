/**
 * Imports one library as six sources have it: 10,000 records of 6,667 papers, so a third are duplicates. Counts the
 * duplicates that were recognized, the papers that were taken for another one, and those that are stored twice. Then
 * takes back the imports, newest first, and compares the papers with those before each. Runs on `dist`.
 *
 *   node benchmarks/papers-identity.mjs [--papers 6667] [--records 10000] [--seed 7]
 *
 * The records differ as sources do: initials, capitals, markup and DOIs of other case, titles without their subtitle or
 * corrected, preprints with an arXiv id that were published with a DOI, and papers without any identifier.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from './papers/made.mjs';

const program = fileURLToPath(new URL('../dist/daemon/main.js', import.meta.url));
const { values: options } = parseArgs({
  options: {
    papers: { type: 'string', default: '6667' },
    records: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '7' },
  },
});

const next = random(Number(options.seed));
const below = (count) => Math.floor(next() * count);
const pick = (list) => list[below(list.length)];
const chance = (part) => next() < part;

const methods = 'Learning Parsing Ranking Sampling Pruning Tuning Hashing Mapping Routing Scaling'.split(' ');
const things = 'Graphs Trees Dialogues Images Proteins Tables Queries Streams Sentences Maps Codes Meshes'.split(' ');
const ways = 'Sparse Deep Robust Fast Causal Neural Hidden Shallow Private Linear Lexical Federated'.split(' ');
const ends = ['', '', '', ': A Survey', ': Part I', ': Part II', ' with Few Labels', ', Revisited', ' in the Wild'];
const given = 'Zoë André Björn Chiara Łukasz Mei Nadia Oluwaseun Priya Quentin Søren Tomáš'.split(' ');
/** A hundred, so that two first authors share their family name about as often as in a large library. */
const families = ['Müller', 'García', 'Nguyen', 'O’Neill', 'van Dyk', 'Kowalski', 'Zhang', 'Østergård', 'Okafor', 'Li'];
for (const begin of 'Bal Cor Den Fal Gor Hal Kas Lom Mar'.split(' '))
  for (const end of 'ini ov ström mann es ley eau otti yan ski'.split(' ')) families.push(begin + end);

/** The same title may belong to several papers; the number of the paper hides in the name of its last author. */
function paperOf(number) {
  const kind = next();
  const isPlain = chance(0.015);
  const title = isPlain
    ? pick(['Introduction', 'Editorial', 'Preface to the Special Issue'])
    : `${pick(ways)} ${pick(methods)} of ${pick(ways)} ${pick(things)}${pick(ends)}`;
  return {
    ...{ number, title, year: 2012 + below(12), venue: `Conference on ${pick(things)}` },
    authors: [...Array.from({ length: 1 + below(3) }, () => [pick(given), pick(families)]), ['Nr', letters(number)]],
    abstract: `We consider ${title.toLowerCase()}. Its number is ${letters(number)}.`,
    doi: kind < 0.9 && !isPlain ? `10.5555/${letters(number)}.${1000 + number}` : '',
    arxiv:
      kind > 0.45 && kind < 0.95 && !isPlain ? `21${String(below(12) + 1).padStart(2, '0')}.${10_000 + number}` : '',
  };
}

/** A number in letters, which no source changes. */
const letters = (number) => `Q${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}q`;
const numberOf = (name) =>
  Number([...(/q([a-j]+)q/i.exec(name)?.[1] ?? '').toLowerCase()].map((one) => 'abcdefghij'.indexOf(one)).join(''));

/** The title as a second source has it. */
function titleIn({ title }) {
  if (chance(0.1)) return title.toUpperCase();
  if (chance(0.1)) return title.toLowerCase();
  if (chance(0.05)) return title.replace(/(\w+)ing\b/, '<i>$1ing</i>');
  if (chance(0.04)) return title.replace(/: A Survey$/, '');
  if (chance(0.04)) return `${title}.`;
  return title;
}
const initialsOf = ([first, family]) => `${family}, ${first.slice(0, 1)}.`;
const doiIn = ({ doi }) => (chance(0.2) ? doi.toUpperCase() : doi);
const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
const lines = (pairs) =>
  pairs
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}  - ${value}`)
    .join('\n');
const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A file of each source. @type {Record<string, (papers: any[]) => string>} */
const sources = {
  'scopus.csv': (papers) =>
    [
      'Authors,Title,Year,Source title,DOI,Abstract,EID',
      ...papers.map((paper) =>
        [
          paper.authors
            .map(initialsOf)
            .map((name) => name.replace(',', ''))
            .join('; '),
          ...[titleIn(paper), paper.year, paper.venue, doiIn(paper), paper.abstract, `2-s2.0-85${paper.number}`],
        ]
          .map(quoted)
          .join(','),
      ),
    ].join('\n'),
  'ieee.csv': (papers) =>
    [
      'Document Title,Authors,Publication Title,Publication Year,Abstract,DOI',
      ...papers.map((paper) =>
        [
          titleIn(paper),
          paper.authors.map(([first, family]) => `${first.slice(0, 1)}. ${family}`).join('; '),
          ...[paper.venue, paper.year, paper.abstract, doiIn(paper)],
        ]
          .map(quoted)
          .join(','),
      ),
    ].join('\n'),
  'zotero.bib': (papers) =>
    papers
      .map(
        (paper) =>
          `@inproceedings{k${paper.number},\n title = {${titleIn(paper).replaceAll(/<\/?i>/g, '')}},\n` +
          ` author = {${paper.authors.map(([first, family]) => `${family}, ${first}`).join(' and ')}},\n` +
          ` booktitle = {${paper.venue}},\n year = {${paper.year}},\n abstract = {${paper.abstract}},\n` +
          `${paper.doi === '' ? '' : ` doi = {https://doi.org/${doiIn(paper)}},\n`}}`,
      )
      .join('\n'),
  'wos.ris': (papers) =>
    papers
      .map((paper) =>
        lines([
          ...[['TY', 'CONF'], ['TI', titleIn(paper)], ...paper.authors.map((name) => ['AU', initialsOf(name)])],
          ...[
            ['PY', paper.year],
            ['T2', paper.venue],
            ['AB', paper.abstract],
            ['DO', doiIn(paper)],
            ['ER', ' '],
          ],
        ]),
      )
      .join('\n'),
  'arxiv.xml': (papers) =>
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">${papers
      .map(
        (paper) =>
          `<entry><id>http://arxiv.org/abs/${paper.arxiv}v${1 + below(3)}</id><title>${xml(titleIn(paper))}</title>` +
          `<published>${paper.year}-05-01T00:00:00Z</published><summary>${paper.abstract}</summary>` +
          paper.authors.map(([first, family]) => `<author><name>${first} ${family}</name></author>`).join('') +
          `${paper.doi !== '' && chance(0.4) ? `<arxiv:doi>${paper.doi}</arxiv:doi>` : ''}</entry>`,
      )
      .join('')}</feed>`,
  'openalex.json': (papers) =>
    JSON.stringify({
      results: papers.map((paper) => ({
        ...{ id: `https://openalex.org/W9${paper.number}`, title: titleIn(paper), publication_year: paper.year },
        doi: paper.doi === '' ? null : `https://doi.org/${paper.doi}`,
        authorships: paper.authors.map((name) => ({ author: { display_name: name.join(' ') } })),
        abstract_inverted_index: Object.fromEntries(paper.abstract.split(' ').map((word, at) => [`${word}`, [at]])),
        primary_location: { source: { display_name: paper.venue } },
      })),
    }),
};
const names = Object.keys(sources);
const mayHave = (name, paper) => name !== 'arxiv.xml' || paper.arxiv !== '';

const papers = Array.from({ length: Number(options.papers) }, (_, number) => paperOf(number));
/** The papers in each source; none has one twice. @type {Map<string, Set<any>>} */
const lists = new Map(names.map((name) => [name, new Set()]));
function put(paper) {
  const free = names.filter((name) => mayHave(name, paper) && !lists.get(name)?.has(paper));
  lists.get(pick(free))?.add(paper);
}
for (const paper of papers) put(paper);
for (let count = papers.length; count < Number(options.records); count++) put(pick(papers));
/** Fewer than wanted if a paper was picked that all sources have. */
const records = [...lists.values()].reduce((sum, { size }) => sum + size, 0);
const duplicates = records - papers.length;

const home = mkdtempSync(join(tmpdir(), 'tonstift-identity-'));
const run = (...words) =>
  execFileSync(process.execPath, [program, 'papers', ...words, `--home=${home}`], {
    ...{ encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] },
  });
async function stored() {
  const { DatabaseManager } = await import('../dist/workers/papers/index.js');
  const database = new DatabaseManager(join(home, 'papers.db'));
  await database.connect();
  const all = [];
  for await (const papers of database.papersMatching()) all.push(...papers);
  await database.close();
  return all;
}
const asText = (all) => JSON.stringify([...all].sort((one, other) => (one.uid < other.uid ? -1 : 1)));

try {
  const states = ['[]'];
  for (const [name, list] of lists) {
    const path = join(home, name);
    writeFileSync(path, sources[name]([...list]));
    const begun = performance.now();
    const report = JSON.parse(run('import', path, '--json'));
    states.push(asText(await stored()));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const counts = Object.entries(report).filter(([, value]) => typeof value === 'number');
    console.log(`${name}: ${list.size} records, ${seconds} s; ${counts.map((pair) => pair.join(' ')).join(', ')}`);
  }
  const all = JSON.parse(states.at(-1) ?? '[]');
  /** @type {Map<number, any[]>} */
  const copies = new Map();
  for (const paper of all) {
    const number = numberOf(paper.authors.at(-1));
    copies.set(number, [...(copies.get(number) ?? []), paper]);
  }
  const twice = [...copies.values()].filter(({ length }) => length > 1);
  const missed = twice.reduce((sum, { length }) => sum + length - 1, 0);
  const lost = papers.filter(({ number }) => !copies.has(number));
  console.log(`${records} records, ${duplicates} duplicates: ${duplicates - missed} recognized, ${missed} missed`);
  const { identifiersOf } = await import('../dist/workers/papers/identity/identifiers.js');
  const kindsOf = (paper) => new Set(identifiersOf(paper).map((identifier) => identifier.split(':')[0]));
  const [one, other] = [0, 1].map((at) => twice.map((group) => kindsOf(group[at])));
  const alike = one.filter((kinds, n) => [...kinds].some((kind) => other[n]?.has(kind))).length;
  const without = one.filter((kinds, n) => kinds.size === 0 || other[n]?.size === 0).length;
  const apart = twice.length - alike - without;
  console.log(`stored twice: ${apart} with other kinds of identifiers, ${without} where one has none, ${alike} others`);
  console.log(`${lost.length} papers were taken for another one${lost.map(({ title }) => `\n  ${title}`).join('')}`);
  for (let id = names.length; id > 0; id--) {
    run('undo', String(id));
    const isSame = asText(await stored()) === states[id - 1];
    console.log(`undo of ${names[id - 1]}: ${isSame ? 'the papers are as before' : 'the papers DIFFER'}`);
    if (!isSame) process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
