/** Recognizes files that are no lists of papers by their first bytes, whatever their names. */
import { say, type Sentence } from '../../../base/language/sentence.js';

/** Bytes as Latin-1: PNG, JPEG and GIF. */
const pictures = /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a)/;
/** Old Office files, and new ones with a password. */
const oldOffice = '\xd0\xcf\x11\xe0';
const openSpreadsheet = /^PK\x03\x04[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/;
const openText = /^PK\x03\x04[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.text/;
/** A .docx has the folder `word`, and one of these as its first file. */
const office = /^PK\x03\x04[^]{26}(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/)/;
const inWord = /PK\x03\x04[^]{26}word\//;

/** Records of BibTeX and RIS, which some sites show within HTML. */
const records = /@[a-z]+\s*\{[^\s{}:;,]*,|^\s*TY\s{0,3}- /im;

/**
 * Returns a sentence for a file that is no list of papers.
 * @param beginning of the file
 * @param text the same as text, without blanks and a byte order mark before it
 */
export function whyWrongFile(beginning: Buffer, text: string): Sentence | undefined {
  const bytes = beginning.toString('latin1');
  if (text.startsWith('%PDF-')) return say('paper.is_pdf');
  if (pictures.test(bytes)) return say('paper.is_picture');
  if (bytes.startsWith(oldOffice)) return say('paper.is_old_office');
  if (openSpreadsheet.test(bytes)) return say('paper.is_ods');
  if (openText.test(bytes) || text.startsWith('{\\rtf') || (office.test(bytes) && inWord.test(bytes)))
    return say('paper.is_text_document');
  return /^(?:<!doctype html|<html)\b/i.test(text) && !records.test(text) ? say('paper.is_web_page') : undefined;
}
