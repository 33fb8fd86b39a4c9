/**
 * Glossary
 *
 * paper     a record of the relational database, for people to read
 * uid       identifies a paper everywhere (`uid.ts`)
 * document  the text that is embedded: title and abstract (`document.ts`)
 * metadata  a paper as the vector database keeps it: text only (`metadata.ts`)
 */

/** Each has its own column, and is missing if unknown. */
export const plainTexts = [
  'decision',
  'award',
  'paper_pdf_url',
  'poster_image_url',
  'url',
  'room_name',
  'starttime',
  'endtime',
] as const;

/** The columns of the paper table except `uid`. `authors` and `keywords` are joined with "; " and ", ". */
export const paperColumns = [
  'original_id',
  'title',
  'abstract',
  'authors',
  'keywords',
  'year',
  'conference',
  'session',
  'poster_position',
  ...plainTexts,
] as const;
export type PaperColumn = (typeof paperColumns)[number];

/**
 * Fields of sources beyond the documented ones: a DOI without its resolver, and further addresses with labels ("code
 * https://…; video https://…"). Metadata store them like any other key.
 */
export const furtherTexts = ['doi', 'links'] as const;

/** All columns of the paper table except `uid`. */
export const tableColumns = [...paperColumns, ...furtherTexts] as const;
export type TableColumn = (typeof tableColumns)[number];

/** The validated model: title, authors, year and conference are not empty. */
export interface LightweightPaper extends Partial<Record<(typeof plainTexts)[number], string>> {
  title: string;
  authors: string[];
  abstract: string;
  session: string;
  poster_position: string;
  /** 1900–2100. */
  year: number;
  conference: string;
  /** An integer if it is numeric. */
  original_id?: number | string;
  keywords?: string[];
}

/** A paper of the database: every column. `authors` may be empty, missing values are omitted. */
export type Paper = LightweightPaper & { uid: string } & Partial<Record<(typeof furtherTexts)[number], string>>;

/** A paper of a caller: any keys; documented ones are checked. */
export type PaperInput = Readonly<Record<string, unknown>>;

/** The same for a caller's own interfaces, which TypeScript does not accept as records: at least one documented key. */
export type PaperLike = PaperInput | Readonly<Partial<Record<PaperColumn | 'uid' | 'id', unknown>>>;
