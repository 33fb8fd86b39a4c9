/** Recognizes the texts that rippers and players write to tags if they know nothing: `Unknown Album`, `Track 1`. */

const unknown = ['unknown', 'unbekannt(?:e[rsn]?)?', 'inconnue?s?', 'onbekende?'];
const untitled = ['untitled', 'unnamed', 'ohne titel', 'sans titre', 'zonder titel', 'naamloos'];
const missing = ['no', 'kein', 'aucun', 'geen'];
const artists = [
  ...['artist', 'performer', 'author', 'interpret', 'künstler', 'kuenstler', 'autor'],
  ...['artiste', 'interprète', 'auteur', 'artiest', 'uitvoerende'],
];
const titles = ['title', 'track', 'song', 'titel', 'titre', 'morceau', 'piste', 'nummer', 'spoor'];
const albums = ['album', 'disc', 'disk', 'cd', 'disque', ...titles];
const counted = [
  ...['track', 'titel', 'title', 'spur', 'tonspur', 'audio[-_ ]?(?:track|titel|title|spur|spoor)'],
  ...['piste(?: audio)?', 'plage', 'titre', 'morceau', 'nummer', 'spoor'],
];

const any = (words: readonly string[]): string => `(?:${words.join('|')})`;
const gap = '[\\s_-]+';
/** The time of the rip, or the number of the disc: `(21.08.2023 09:05:10)`, `2`. */
const rest = '(?:\\s*[([{][^()[\\]{}]*[)\\]}]|\\s*\\d{1,3})?';
const pattern = (...sources: string[]): RegExp => new RegExp(`^[<([{]?(?:${sources.join('|')})[>)\\]}]?$`, 'iu');
/** `Unknown Artist`, `Artiste inconnu`, `No Artist`, `<unknown>`. */
const unknownOf = (words: readonly string[]): string =>
  [
    `${any(unknown)}(?:${gap}${any(words)})?${rest}`,
    `${any(words)}${gap}${any(unknown)}${rest}`,
    `${any(missing)}${gap}${any(words)}`,
  ].join('|');

const artist = pattern(unknownOf(artists));
const album = pattern(unknownOf(albums), `${any(untitled)}(?:${gap}${any(albums)})?${rest}`);
const title = pattern(
  unknownOf(titles),
  any(untitled),
  `${any(counted)}[\\s._#:-]*\\d{1,3}(?:\\s*(?:/|of|von|sur|van)\\s*\\d{1,3})?`,
);

/** Longer texts are not placeholders. */
const longest = 80;
const isLike = (expression: RegExp, text: string): boolean => text.length <= longest && expression.test(text);

export const isAlbumPlaceholder = (text: string): boolean => isLike(album, text);
export const isArtistPlaceholder = (text: string): boolean => isLike(artist, text);
export const isTitlePlaceholder = (text: string): boolean => isLike(title, text);
