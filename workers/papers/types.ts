/**
 * Glossary
 *
 * paper     a record of the relational database: what a person reads
 * uid       names a paper everywhere (`uid.ts`)
 * document  the text that is embedded: title and abstract (`document.ts`)
 * metadata  a paper as the vector database keeps it: text only (`metadata.ts`)
 */

/** Each a column of its own, and missing where nothing is known. */
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

/** The columns of the paper table beside `uid`. `authors` and `keywords` are joined there with "; " and ", ". */
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
 * What sources have beyond the documented fields: a DOI without its resolver, and further addresses, each with what it
 * leads to ("code https://…; video https://…"). Metadata keep them as they keep any other key.
 */
export const furtherTexts = ['doi', 'links'] as const;

/** All columns of the paper table beside `uid`. */
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
  /** An integer where it is numeric. */
  original_id?: number | string;
  keywords?: string[];
}

/** As the paper database answers: every column, authors may be empty, what is missing is left out. */
export type Paper = LightweightPaper & { uid: string } & Partial<Record<(typeof furtherTexts)[number], string>>;

/** As a caller gives it: any keys, documented ones checked. */
export type PaperInput = Readonly<Record<string, unknown>>;

/**
 * The same for interfaces of a caller's own, which TypeScript does not take for records: at least one documented key.
 */
export type PaperLike = PaperInput | Readonly<Partial<Record<PaperColumn | 'uid' | 'id', unknown>>>;
