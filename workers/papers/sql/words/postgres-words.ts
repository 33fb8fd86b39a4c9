/**
 * The word index in PostgreSQL: one `tsvector` per paper in a separate table, so that the papers of an existing
 * database are not rewritten. `foldWords` has folded the texts, because `unaccent` is not on every server.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../tables.js';
import { marks } from '../../words/marks.js';
import { indexWords } from '../../words/plain-word.js';
import { wordsBeginningWith } from '../../words/word-endings.js';
import type { Condition, Form, Term, WordsQuery } from '../../words/form.js';
import { beginning, termsIn } from '../../words/words-query.js';
import { addPlainTexts } from './plain-texts.js';
import type { WordIndex } from './word-index.js';

/** Replaced by blanks: PostgreSQL would make a single word of `and/or`, of `x.y` and of an address. */
const signs = `-_/\\.,:;@#&+=~'"()[]{}<>|*%$!?^\`–—‐‑’“”„«»`;

const config = sql.raw(`'pg_catalog.english'`);

/** The most indexed characters of a field: a `tsvector` has at most a megabyte. */
const longest = 50_000;

const fields = [
  ['title', 'A'],
  ['keywords', 'B'],
  ['abstract', 'D'],
  ['authors', 'C'],
] as const;

/** Weights of D, C, B, A: a word in the title or the keywords counts twice, as in SQLite. */
const weights = sql.raw(`'{0.5, 0.5, 1.0, 1.0}'::float4[]`);

const plainOf = (row: string, field: string): string =>
  `tonstift_plain(coalesce(${row}.plain_${field}, ${row}.${field}))`;

const wordsOf = (row: string): string =>
  fields
    .map(([field, weight]) => `setweight(to_tsvector('pg_catalog.english', ${plainOf(row, field)}), '${weight}')`)
    .join(' || ');

function statements(): RawBuilder<unknown>[] {
  const plain = `translate(left(given, ${longest}), ${quoted(signs)}, ${quoted(' '.repeat(signs.length))})`;
  return [
    sql`create table if not exists paper_words (uid text collate "C" primary key not null, words tsvector not null)`,
    sql`create index if not exists paper_words_by_word on paper_words using gin (words)`,
    sql`create or replace function tonstift_plain(given text) returns text language sql immutable as
      ${sql.raw(quoted(`select ${plain}`))}`,
    sql`create or replace function tonstift_words_in() returns trigger language plpgsql as ${sql.raw(
      quoted(`begin
        insert into paper_words (uid, words) values (new.uid, ${wordsOf('new')})
        on conflict (uid) do update set words = excluded.words;
        return null;
      end`),
    )}`,
    sql`create or replace function tonstift_words_out() returns trigger language plpgsql as ${sql.raw(
      quoted('begin delete from paper_words where uid = old.uid; return null; end'),
    )}`,
    sql`drop trigger if exists paper_words_in on papers_folded`,
    sql`drop trigger if exists paper_words_gone on papers_folded`,
    sql`create trigger paper_words_in after insert or update on papers_folded
      for each row execute function tonstift_words_in()`,
    sql`create trigger paper_words_gone after delete on papers_folded
      for each row execute function tonstift_words_out()`,
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const postgresWords: WordIndex = {
  setting: 'words_taken_in',
  hasStems: true,

  async create(db) {
    for (const statement of statements()) await statement.execute(db);
  },

  async add(db, uids) {
    await addPlainTexts(db, uids);
    await sql`insert into paper_words (uid, words) select uid, ${sql.raw(wordsOf('papers_folded'))} from papers_folded
      where uid in (${sql.join(uids)}) order by uid on conflict (uid) do nothing`.execute(db);
  },

  async search(db, { query, conditions, limit }) {
    const whole = matchOf(query);
    const where = sql.join([sql`paper_words.words @@ ${whole}`, ...conditions], sql` and `);
    const score = await scoreOf(db, query);
    const { rows } = await sql<{ uid: string }>`
      select papers.uid from paper_words join papers on papers.uid = paper_words.uid
      join papers_folded on papers_folded.uid = papers.uid
      where ${where} order by ${score} desc, papers.uid limit ${limit}`.execute(db);
    return rows.map(({ uid }) => uid);
  },

  async marked(db, query, uids) {
    const options = `HighlightAll=true, StartSel=${marks.begin}, StopSel=${marks.end}`;
    const texts = sql.join(
      fields.map(([field]) => {
        const plain = sql.raw(plainOf('papers_folded', field));
        return sql`ts_headline(${config}, ${plain}, ${anyOf(query)}, ${options}) as ${sql.ref(field)}`;
      }),
    );
    const { rows } = await sql<Record<(typeof fields)[number][0] | 'uid', string>>`
      select paper_words.uid, ${texts} from paper_words join papers_folded on papers_folded.uid = paper_words.uid
      where paper_words.uid in (${sql.join(uids)}) and paper_words.words @@ ${matchOf(query)}`.execute(db);
    return new Map(rows.map((row) => [row.uid, fields.map(([field]) => row[field])]));
  },

  uids: (query) => sql`select uid from paper_words where words @@ ${matchOf(query)}`,

  // The planner knows it.
  areMany: async () => false,

  has: (query) => sql`papers.uid in (${postgresWords.uids(query)})`,

  authors(names) {
    const match = names.map((words) => words.map((word) => termOf(beginning(indexWords(word)), 'C')).join(' | '));
    return matches(match.map((one) => `(${one})`).join(' & '));
  },

  titled: (words) => matches(words.map((word) => `'${word}':A`).join(' & ')),
};

const matches = (match: string): RawBuilder<SqlBool> =>
  sql`papers.uid in (select uid from paper_words where words @@ to_tsquery(${config}, ${match}))`;

/** For the weights of words, as in BM25: rare words count more. The exact count does not matter above this limit. */
const mostCounted = 20_000;

async function scoreOf(db: Kysely<Tables>, query: WordsQuery): Promise<RawBuilder<unknown>> {
  const terms = termsIn(query).map((term) => sql`to_tsquery(${config}, ${termOf(term)})`);
  const counts = terms.map(
    (term, at) => sql`(select count(*) from (select 1 from paper_words where words @@ ${term}
      limit ${sql.lit(mostCounted)}) as counted) as ${sql.ref(`term${at}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from paper_words) as papers, ${sql.join(counts)}`.execute(db);
  const { papers = 0, ...having } = rows[0] ?? {};
  const parts = terms.map((term, at) => {
    const those = having[`term${at}`] ?? 0;
    const says = Math.log(1 + (Math.max(papers, those) - those + 0.5) / (those + 0.5));
    return sql`${sql.lit(says)} * ts_rank(${weights}, paper_words.words, ${term}, 1)`;
  });
  return sql.join(parts, sql` + `);
}

/** The condition on a paper. */
function matchOf({ must, may, not }: WordsQuery): RawBuilder<unknown> {
  const match = must.length > 0 ? must.map(partOf).join(' & ') : joined(may);
  return sql`to_tsquery(${config}, ${without(match, not)})`;
}

/** Matches any of the terms. */
const anyOf = (query: WordsQuery): RawBuilder<unknown> => sql`to_tsquery(${config}, ${joined(termsIn(query))})`;

const joined = (terms: readonly Term[]): string => terms.map((term) => termOf(term)).join(' | ');

const without = (match: string, not: readonly Condition[]): string =>
  not.length === 0 ? match : `(${match}) & !(${not.map(partOf).join(' | ')})`;

function partOf(condition: Condition): string {
  if ('term' in condition) return termOf(condition.term);
  if ('any' in condition) return `(${condition.any.map(partOf).join(' | ')})`;
  return `(${without(condition.all.map(partOf).join(' & '), condition.not)})`;
}

/** @param label the weight of the field that must contain the term */
const termOf = (forms: Term, label = ''): string =>
  `(${forms
    .flatMap(beforeStems)
    .map((form) => formOf(form, label))
    .join(' | ')})`;

/** The index has stems, which may be shorter than the beginning that is searched. */
function beforeStems(form: Form): Form[] {
  if (!form.isBeginning) return [form];
  const whole = wordsBeginningWith(form.words.at(-1) ?? '');
  return [form, ...whole.map((word) => ({ words: [...form.words.slice(0, -1), word], isBeginning: false }))];
}

/** Words contain no quotes, and quoted text contains no operators. */
function formOf({ words, isBeginning, isNoName, isName }: Form, given: string): string {
  const label = given !== '' ? given : isNoName === true ? 'ABD' : isName === true ? 'C' : '';
  const parts = words.map((word, at) => {
    const star = isBeginning && at === words.length - 1 ? '*' : '';
    return `'${word}'${star + label === '' ? '' : `:${star}${label}`}`;
  });
  return `(${parts.join(' <-> ')})`;
}
