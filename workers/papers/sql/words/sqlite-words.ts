/**
 * The word index in SQLite: FTS5 over `papers_folded`, without a copy of the texts. It only splits them into words:
 * `foldWords` has folded them.
 *
 * paper_ids    the indexed papers, each with a permanent number: FTS5 identifies rows by number, and SQLite may change
 *              the row numbers of a table with a text key when the file is rewritten (VACUUM)
 * paper_texts  the texts by number
 * paper_words  the index; an update removes the former words by the former text, which must have been indexed
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Condition, Form, Term, WordsQuery } from '../../words/form.js';
import { beginning } from '../../words/words-query.js';
import { marks } from '../../words/marks.js';
import { indexWords } from '../../words/plain-word.js';
import { wordColumns as columns, plainColumns, type Tables } from '../tables.js';
import { addPlainTexts } from './plain-texts.js';
import type { AskedWords, WordIndex } from './word-index.js';

const plain = (column: string, of = ''): string => `coalesce(${of}plain_${column}, ${of}${column})`;
const listed = sql.raw(columns.join(', '));
const named = sql.raw(columns.map((column) => `${plain(column)} as ${column}`).join(', '));
const plainOf = (of: string): RawBuilder<unknown> => sql.raw(columns.map((column) => plain(column, of)).join(', '));

/** A word in the title or the keywords counts twice (measured, docs/papers.md). */
const rank = sql`bm25(paper_words, 2.0, 1.0, 1.0, 2.0)`;

const takeOut = sql`insert into paper_words (paper_words, rowid, ${listed})
    select 'delete', id, ${plainOf('old.')} from paper_ids where uid = old.uid;`;

/** Bytes that FTS5 buffers before it writes: small parts are merged repeatedly. */
const held = 4_000_000;

const former = [
  ...['in', 'new', 'changed', 'gone'].map((name) => sql.raw(`drop trigger if exists paper_words_${name}`)),
  sql`drop table if exists paper_words`,
  sql`drop view if exists paper_texts`,
  sql`drop table if exists paper_ids`,
];

const statements = [
  sql`create table paper_ids (id integer primary key not null, uid text not null unique)`,
  sql`create view paper_texts as select id, ${named} from paper_ids
    join papers_folded on papers_folded.uid = paper_ids.uid`,
  // Words are indexed as written, without accents: with stems the ranking was worse (docs/papers.md). Marks are parts
  // of words: without them Hindi has no vowels.
  sql`create virtual table paper_words using fts5(${listed}, content = 'paper_texts', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 0 categories ''L* N* Co M*''')`,
  // With SQLite's default, merging the parts of transactions takes as long as indexing the words.
  sql`insert into paper_words (paper_words, rank) values ('automerge', 16)`,
  sql`insert into paper_words (paper_words, rank) values ('crisismerge', 32)`,
  sql`insert into paper_words (paper_words, rank) values ('hashsize', ${sql.lit(held)})`,
  sql`create trigger paper_words_in after insert on paper_ids begin
    insert into paper_words (rowid, ${listed}) select id, ${listed} from paper_texts where id = new.id;
  end`,
  sql`create trigger paper_words_new after insert on papers_folded begin
    insert or ignore into paper_ids (uid) values (new.uid);
  end`,
  sql`create trigger paper_words_changed after update of ${listed}, ${sql.raw(plainColumns.join(', '))} on papers_folded
    when ${sql.raw(columns.map((column) => `${plain(column, 'old.')} <> ${plain(column, 'new.')}`).join(' or '))} begin
    ${takeOut}
    insert into paper_words (rowid, ${listed}) select id, ${plainOf('new.')} from paper_ids where uid = new.uid;
  end`,
  sql`create trigger paper_words_gone after delete on papers_folded begin
    ${takeOut}
    delete from paper_ids where uid = old.uid;
  end`,
];

/** Sets the same buffer for the trigram index, which was created without it. */
export async function holdMoreTrigrams(db: Kysely<Tables>): Promise<void> {
  await sql`insert into paper_trigrams (paper_trigrams, rank) values ('hashsize', ${sql.lit(held)})`.execute(db);
}

export const sqliteWords: WordIndex = {
  setting: 'words_taken_in',
  hasStems: false,

  async create(db) {
    for (const statement of [...former, ...statements]) await statement.execute(db);
  },

  async add(db, uids) {
    await addPlainTexts(db, uids);
    await sql`insert or ignore into paper_ids (uid) select uid from papers_folded
      where uid in (${sql.join(uids)}) order by uid`.execute(db);
  },

  async search(db, asked) {
    const { rows } = await (await queryOf(db, asked)).execute(db);
    return rows.map(({ uid }) => uid);
  },

  async marked(db, query, uids) {
    const texts = sql.join(
      columns.map(
        (column, at) => sql`highlight(paper_words, ${sql.lit(at)}, ${marks.begin}, ${marks.end}) as ${sql.ref(column)}`,
      ),
    );
    // The "+" as in `amongIds`: a search for each paper takes as long as one in all papers.
    const { rows } = await sql<Record<(typeof columns)[number] | 'uid', string>>`
      select paper_ids.uid, ${texts} from paper_words cross join paper_ids on paper_ids.id = paper_words.rowid
      where paper_words match ${matchOf(query)}
        and +paper_words.rowid in (select id from paper_ids where uid in (${sql.join(uids)}))`.execute(db);
    return new Map(rows.map((row) => [row.uid, columns.map((column) => row[column])]));
  },

  uids: (query) => sql`select paper_ids.uid from paper_words cross join paper_ids on paper_ids.id = paper_words.rowid
    where paper_words match ${matchOf(query)}`,

  areMany,

  has: (query) => among(matchOf(query)),

  authors: (names) => among(`authors : (${names.map(anyBeginning).join(' AND ')})`),

  titled([first = '', ...rest]) {
    const words = rest.map((word) => ` AND "${word}"`);
    return among(`title : (^ "${first}"${words.join('')})`);
  },
};

const anyBeginning = (words: readonly string[]): string =>
  `(${words.map((word) => termOf(beginning(indexWords(word)))).join(' OR ')})`;

const among = (match: string): RawBuilder<SqlBool> => sql`papers.uid in (select uid from paper_ids
  where id in (select rowid from paper_words where paper_words match ${match}))`;

type Uids = RawBuilder<{ uid: string }>;

async function queryOf(db: Kysely<Tables>, { ids, ...asked }: AskedWords): Promise<Uids> {
  if (asked.conditions.length === 0) return inAll(asked);
  return ids !== undefined && (await areMany(db, asked.query)) ? inAll(asked, await ids()) : inSome(asked);
}

/** More than can be checked one by one in about 20 ms. */
const many = 5000;

async function areMany(db: Kysely<Tables>, query: WordsQuery): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select count(*) as found
    from (select 1 from paper_words where paper_words match ${matchOf(query)} limit ${many})`.execute(db);
  return (rows[0] as { found: number }).found === many;
}

/** Looks up only the best papers. The others are ranked only. */
const inAll = ({ query, limit }: Pick<AskedWords, 'query' | 'limit'>, ids?: RawBuilder<unknown>): Uids => sql`
  select papers.uid from (select rowid as id, ${rank} as rank from paper_words
    where paper_words match ${matchOf(query)} ${amongIds(ids)} order by 2, 1 limit ${limit}) as best
  cross join paper_ids on paper_ids.id = best.id cross join papers on papers.uid = paper_ids.uid
  order by best.rank, best.id`;

/** The "+" makes SQLite build a list and look up ids in it. Without it, FTS5 would search for each id separately. */
const amongIds = (ids?: RawBuilder<unknown>): RawBuilder<unknown> =>
  ids === undefined ? sql`` : sql`and +rowid in (${ids})`;

/** `cross join` keeps the order of the joins: the index first. */
const inSome = ({ query, conditions, limit }: Omit<AskedWords, 'ids'>): Uids => sql`
  select papers.uid from (select rowid as id, ${rank} as rank from paper_words
    where paper_words match ${matchOf(query)}) as best
  cross join paper_ids on paper_ids.id = best.id cross join papers on papers.uid = paper_ids.uid
  cross join papers_folded on papers_folded.uid = papers.uid
  where ${sql.join(conditions, sql` and `)} order by best.rank, best.id limit ${limit}`;

/** Quoted text contains no operators, and words contain no quotes. */
function matchOf({ must, may, not }: WordsQuery): string {
  const all = must.map(partOf).join(' AND ');
  const any = may.map(termOf).join(' OR ');
  const match = all === '' || any === '' ? all + any : `(${all}) OR (${all} AND (${any}))`;
  return without(match, not);
}

const without = (match: string, not: readonly Condition[]): string =>
  not.length === 0 ? match : `(${match}) NOT (${not.map(partOf).join(' OR ')})`;

function partOf(condition: Condition): string {
  if ('term' in condition) return termOf(condition.term);
  if ('any' in condition) return `(${condition.any.map(partOf).join(' OR ')})`;
  return `(${without(condition.all.map(partOf).join(' AND '), condition.not)})`;
}

const termOf = (forms: Term): string => `(${forms.map(formOf).join(' OR ')})`;
const formOf = ({ words, isBeginning, isNoName, isName }: Form): string => {
  const column = isNoName === true ? '- authors : ' : isName === true ? 'authors : ' : '';
  return `${column}"${words.join(' ')}"${isBeginning ? ' *' : ''}`;
};
