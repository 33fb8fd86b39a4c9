/** Names of columns: in the spelling of our own, from English and other languages. */
import { tableColumns } from '../../types.js';

const translations: Readonly<Record<string, string>> = {
  title: 'titel titre titolo título titulo',
  authors:
    'author(s) autor autoren autor_innen autor*innen autor:innen autor/innen verfasser auteur auteurs auteur(s) ' +
    'autores autore autori',
  year: 'jahr erscheinungsjahr année annee jaar año ano anno',
  conference: 'konferenz tagung conférence congrès conferentie conferencia congreso congresso',
  journal: 'zeitschrift publikation veröffentlichung quelle revue tijdschrift revista rivista',
  abstract: 'zusammenfassung kurzfassung abstrakt résumé resume samenvatting resumen resumo riassunto',
  keywords:
    'schlagwörter schlagworte schlüsselwörter schlüsselworte stichwörter stichworte mots_clés mots_clefs ' +
    'trefwoorden sleutelwoorden palabras_clave palavras_chave parole_chiave',
  publication_date: 'datum veröffentlichungsdatum date_de_publication publicatiedatum fecha',
  publication_type: 'publikationstyp dokumenttyp type_de_document documenttype tipo_de_documento',
};

const ours = new Map(
  Object.entries(translations).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
);

/** Columns that name a title, also in lists without any other column that we know. */
const titles = new Set(
  'title document_title paper_title article_title primary_title item_title display_name ti'.split(' '),
);
const known = new Set<string>([...tableColumns, 'uid', 'author', ...titles]);

/** "Paper PDF URL" becomes paper_pdf_url, "Titel" becomes title, and "Title-题名" of CNKI as well. */
function columnOf(cell: string): string {
  const name = cell
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()
    .replace(/-\p{sc=Han}+$|(?<=^DOI)-DOI$/u, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s-]+/g, '_');
  return ours.get(name) ?? name;
}

/**
 * Returns true if a line names columns. A line may stand above the names and tell of the file, so a later line must
 * name a title.
 */
export function namesColumns(cells: readonly string[], isFirst: boolean): boolean {
  const names = cells.map(columnOf);
  return names.some((name) => (isFirst ? known : titles).has(name));
}

/** Returns the names of a row. A name that occurs twice counts where it is spelled like ours, or else first. */
export function columnNames(cells: readonly string[]): string[] {
  const own = new Set(cells.map((cell) => cell.trim().toLowerCase()));
  return cells.map((cell) => {
    const name = columnOf(cell);
    const isTranslated = ours.has(cell.trim().toLowerCase());
    return isTranslated && own.has(name) ? cell.trim().toLowerCase() : name;
  });
}
