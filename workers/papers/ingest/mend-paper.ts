import { isRecord } from '../../base/input/record.js';
import { shown } from '../../base/input/shown.js';
import { say, type Sentence, type Words } from '../../base/language/sentence.js';
import { withFewAccents } from '../fold.js';
import { furtherTexts, plainTexts, tableColumns, type Paper, type PaperInput } from '../types.js';
import { paperUid } from '../uid.js';
import { idOf, splitList, yearOf } from '../values.js';
import { isNamed, namesIn, namesInText, plainName } from './authors.js';
import { beyondLimits } from './limits.js';
import { literalIn } from './text/literal.js';

/**
 * `hasOwnUid`: the record has a uid, so that none was derived. `mended`: one phrase per correction. `unknown`: keys
 * that match no column.
 */
export type Mended = { paper: Paper; hasOwnUid: boolean; mended: string[]; unknown: string[] } | { reason: Words };

const columns = new Set<string>([...tableColumns, 'uid']);

/**
 * Converts a record of a real source to a paper, less strictly than LightweightPaper (docs/decisions/embeddings.md,
 * "Ingest"). Title, year and conference are required. Authors may be empty. A missing session becomes "No session", a
 * missing abstract or poster position "". Removes control characters except line breaks and tabs. Composes letters
 * (NFC), except in addresses and uids. Uid, conference and session become one line without outer blanks. Drops cells
 * such as "nan", except a title, and placeholders such as "Anonymous" for an author. Other text does not change.
 */
export function mendPaper(record: unknown): Mended {
  if (!isRecord(record)) return { reason: say('paper.no_record', { value: shown(record) }) };
  const mended: string[] = [];
  const clean = cleaner(mended);
  const title = clean('title', record['title']);
  const conference = inOneLine(clean('conference', record['conference']));
  const year = yearOf(record['year']);
  const uid = inOneLine(clean('uid', record['uid']));
  const wrong = [
    blank(title) ? missing('title', record['title']) : null,
    year === undefined
      ? nothing(record['year']) || isEmptyCell(record['year'])
        ? say('paper.missing', { field: 'year' })
        : say('paper.no_year', { value: shown(record['year']) })
      : null,
    blank(conference) ? missing('conference', record['conference']) : null,
  ].filter((why) => why !== null);
  if (blank(title) || blank(conference) || year === undefined || wrong.length > 0)
    return { reason: wrong.length > 0 ? inARow(wrong) : '' };

  const paper: Paper = {
    uid: '',
    title,
    authors: namesOf(record, clean, mended).filter((name) => {
      if (!isNamed(name)) mended.push('authors: a placeholder such as "Anonymous", left out');
      return isNamed(name);
    }),
    abstract: clean('abstract', record['abstract']) ?? '',
    session: 'No session',
    poster_position: clean('poster_position', record['poster_position']) ?? '',
    year,
    conference,
  };
  if (paper.abstract === '') mended.push('abstract: missing, embedded by its title');
  if (paper.authors.length === 0) mended.push('authors: missing');
  const session = inOneLine(clean('session', record['session']));
  if (blank(session)) mended.push('session: missing, now "No session"');
  else paper.session = session;
  const id = clean('original_id', record['original_id']);
  if (!blank(id)) paper.original_id = idOf(id);
  const keywords = keywordsOf(record['keywords'], clean);
  if (keywords.length > 0) paper.keywords = keywords;
  for (const column of [...plainTexts, ...furtherTexts]) {
    const text = clean(column, record[column]);
    if (text !== undefined && text !== '') paper[column] = text;
  }
  const hasOwnUid = !blank(uid);
  paper.uid = hasOwnUid ? uid : paperUid(paper);
  const beyond = beyondLimits(paper);
  if (beyond.length > 0) return { reason: inARow(beyond) };
  return { paper, hasOwnUid, mended, unknown: Object.keys(record).filter((key) => !columns.has(key)) };
}

/** Addresses and forms name papers by these texts, and cannot contain outer blanks or control characters. */
const inOneLine = (text: string | undefined): string | undefined => text?.replace(/[\t\n]+/g, ' ').trim();

const nothing = (value: unknown): boolean => value === undefined || value === null || value === '';
/** Cells without a value, as pandas and R write them. */
const isEmptyCell = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*(nan|NaN|NaT|NA|<NA>|None|null)\s*$/.test(value);
const blank = (text: string | undefined): text is undefined | '' => text === undefined || text.trim() === '';
const missing = (field: string, value: unknown): Sentence =>
  nothing(value) || typeof value === 'string'
    ? say('paper.missing', { field })
    : say('paper.no_text', { field, value: shown(value) });

const inARow = (problems: readonly Sentence[]): Sentence =>
  say('wrong.ends', { problem: problems.reduce((first, last) => say('list.semicolon', { first, last })) });

/** Composed letters make the same paper or conference equal, whatever encoding its source uses. */
const isText = (field: string): boolean => !/^(uid|doi|links)$|url$/.test(field);

type Clean = (field: string, value: unknown) => string | undefined;

/** Returns a function that converts a value to text and notes each change. */
function cleaner(mended: string[]): Clean {
  return (field, value) => {
    if (nothing(value)) return undefined;
    if (field !== 'title' && isEmptyCell(value)) {
      mended.push(`${field}: "${value.trim()}" means no value, left out`);
      return undefined;
    }
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
    if (typeof value !== 'string') {
      mended.push(`${field}: a ${Array.isArray(value) ? 'list' : 'record'} where text was expected, left out`);
      return undefined;
    }
    // PostgreSQL rejects NUL, and the databases return half a surrogate pair differently.
    const text = value.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '');
    if (text.length !== value.replace(/\r\n/g, '\n').length) mended.push(`${field}: control characters dropped`);
    if (text.includes('\ufffd') || !text.isWellFormed())
      mended.push(`${field}: has characters that could not be read (is the file UTF-8?)`);
    if (!isText(field)) return text.toWellFormed();
    const readable = withFewAccents(text);
    if (readable !== text) mended.push(`${field}: more than 30 accents on a letter, left out`);
    return readable.toWellFormed().normalize('NFC');
  };
}

/** Accepts a list of names or of records with a name, or one text with all names. */
function namesOf(record: PaperInput, clean: Clean, mended: string[]): string[] {
  const given = record['authors'];
  if (nothing(given)) return [];
  if (!Array.isArray(given)) return isRecord(given) ? namesIn(given) : namesInText(clean('authors', given) ?? '');
  return given.flatMap((author: unknown) => {
    const [named] = isRecord(author) ? namesIn([author]) : [];
    if (named !== undefined) mended.push('authors: records with a name, only the name is kept');
    const names = splitList(plainName(clean('authors', named ?? author) ?? ''), ';');
    if (names.length > 1) mended.push('authors: a name with ";" in it, split into several');
    return names;
  });
}

/**
 * Accepts a list, or one text separated by ";" or ",". A comma always splits keywords, because they are stored
 * comma-separated.
 */
function keywordsOf(keywords: unknown, clean: Clean): string[] {
  const given = (typeof keywords === 'string' ? literalIn(keywords) : undefined) ?? keywords;
  if (Array.isArray(given))
    return given.flatMap((keyword: unknown) => splitList(clean('keywords', keyword) ?? '', ','));
  return splitList(clean('keywords', given) ?? '', /[;,]/);
}
