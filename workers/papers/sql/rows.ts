import { recordHash } from '../document.js';
import { foldCase, foldWords } from '../fold.js';
import { furtherTexts, plainTexts, tableColumns, type Paper } from '../types.js';
import { idOf, splitList } from '../values.js';
import { wordColumns, type FoldedRow, type PaperRow, type PlainTexts } from './tables.js';

type Columns = Omit<PaperRow, 'record_hash'>;

export const rowOf = (paper: Paper): PaperRow => withHash(columnsOf(paper));

/** Hashes the paper in the form in which it will be read, so that a claim and its result agree. */
export const withHash = (row: Columns): PaperRow => ({ ...row, record_hash: recordHash(paperOf(row)) });

export function columnsOf(paper: Paper): Columns {
  const row: Partial<Columns> = {
    uid: paper.uid,
    title: paper.title,
    abstract: paper.abstract,
    authors: paper.authors.join('; '),
    year: paper.year,
    conference: paper.conference,
    session: paper.session,
    poster_position: paper.poster_position,
    original_id: paper.original_id === undefined ? null : String(paper.original_id),
    keywords: paper.keywords === undefined || paper.keywords.length === 0 ? null : paper.keywords.join(', '),
  };
  for (const column of [...plainTexts, ...furtherTexts])
    row[column] = paper[column] === undefined || paper[column] === '' ? null : paper[column];
  return row as Columns;
}

/** Converts every column and omits null values. */
export function paperOf(row: Columns): Paper {
  const paper: Paper = {
    uid: row.uid,
    title: row.title,
    authors: splitList(row.authors, ';'),
    abstract: row.abstract,
    session: row.session,
    poster_position: row.poster_position,
    year: row.year,
    conference: row.conference,
  };
  if (row.original_id !== null) paper.original_id = idOf(row.original_id);
  if (row.keywords !== null) paper.keywords = splitList(row.keywords, ',');
  for (const column of [...plainTexts, ...furtherTexts]) if (row[column] !== null) paper[column] = row[column];
  return paper;
}

export function foldedOf(row: PaperRow): FoldedRow {
  const folded: Partial<FoldedRow> = { uid: row.uid, uid_folded: foldCase(row.uid) };
  for (const column of tableColumns) folded[column] = row[column] === null ? '' : foldCase(String(row[column]));
  return { ...folded, ...plainTextsOf(folded as Pick<FoldedRow, (typeof wordColumns)[number]>) } as FoldedRow;
}

/** Stores null if a text does not change, because most do not. */
export function plainTextsOf(folded: Pick<FoldedRow, (typeof wordColumns)[number]>): PlainTexts {
  const plain: Partial<PlainTexts> = {};
  for (const column of wordColumns) {
    const text = foldWords(folded[column]);
    plain[`plain_${column}`] = text === folded[column] ? null : text;
  }
  return plain as PlainTexts;
}

/** Returns true if all columns are equal. */
export function sameRow(one: Columns, other: Columns): boolean {
  return tableColumns.every((column) => one[column] === other[column]);
}
