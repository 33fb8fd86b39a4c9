/** Finds the picture file that is most likely the front cover by its name. Pure. */

/** Includes formats that cannot be read: their files are rejected with a reason. */
const pictureName = /\.(jpe?g|jpe|jfif|png|gif|bmp|tiff?|webp|avif|hei[cf]|svg|jxl)$/i;

/** Checks the name only. */
export const isPictureName = (name: string): boolean => pictureName.test(name);

/** English, German, French and Dutch words. `Cover_Back`, `CoverBack`, `Backside` and `back2` have the word `back`. */
const word = (...words: string[]): RegExp =>
  new RegExp(`(?:^|\\P{L}|cover|hüllen|huellen)(?:${words.join('|')})(?=\\P{L}|cover|page|side|seite|ansicht|$)`, 'iu');
const front = word(
  ...[
    'front',
    'frontcover',
    'vorderseite',
    'vorderansicht',
    'vorne',
    'vorn',
    'titelseite',
    'titelbild',
    'recto',
    'avant',
  ],
  ...['devant', 'voorkant', 'voorzijde'],
);
const cover = word(...['cover', 'hülle', 'huelle', 'pochette', 'jaquette', 'couverture', 'hoes', 'omslag', 'albumart']);

const inside = word(
  ...['inside', 'inner', 'inlay', 'inlet', 'insert', 'innen', 'innenseite', 'innenteil', 'intérieur', 'interieur'],
  ...['binnen', 'binnenkant', 'binnenzijde', 'booklet', 'livret', 'boekje', 'beiheft', 'textheft', 'einleger'],
);

/** Scans of a CD other than the front, and pictures that Kodi and Jellyfin save, the most useful cover first. */
const others = [
  word(...['back', 'rear', 'rück', 'rueck', 'hinten', 'verso', 'dos', 'arrière', 'achterkant', 'achterzijde']),
  inside,
  word('tray', 'traycard', 'einlage', 'plateau'),
  word('cd', 'dvd', 'disc', 'disk', 'label', 'scheibe', 'disque', 'galette', 'schijf', 'plaat', 'vinyl', 'kassette'),
  word('discart', 'cdart', 'spine', 'fanart', 'backdrop', 'clearart', 'clearlogo'),
];
/** Words that name the inside of a front cover. */
const notFront = /in(?:side|ner|nen)|intérieur|interieur|binnen|back|rear|rück|rueck|hinten|verso|arrière|achter/i;

/** `CD Cover`, `CD1-Cover` and `Album (2CD) Cover` are covers, and `Cover (CD)` is a disc. */
const caseOfDisc = /(?<!\p{L})(?:cd|dvd|disc|disk|lp|mc)s?(?=[ -]*\d{0,2}[) -]*(?:cover|hülle|box|case))/giu;

const preferred = [/^(album ?)?cover/i, /^folder/i, /^(album)?front/i];

/** Returns 0 for the best name. */
function rankOf(relativePath: string): number {
  const [name = '', folder = ''] = relativePath.normalize('NFC').split('/').reverse();
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replaceAll('_', ' ')
    .replace(caseOfDisc, '');
  const isFront = front.test(stem) && !notFront.test(stem);
  const other = isFront ? -1 : others.findIndex((words) => words.test(stem));
  if (other !== -1) return preferred.length + 2 + other;
  const place = preferred.findIndex((pattern) => pattern.test(stem));
  if (place !== -1) return place;
  if (isFront || cover.test(stem) || /cover|front/i.test(stem)) return preferred.length;
  return inside.test(folder) ? preferred.length + 2 + others.indexOf(inside) : preferred.length + 1;
}

/** Returns false if the name says that the picture is not the front, but the back, the disc or a booklet. */
export const mayBeFront = (relativePath: string): boolean => rankOf(relativePath) <= preferred.length + 1;

/**
 * Sorts the best candidate first: cover, folder, front, then the largest file; the back, the inside, the tray and the
 * disc come last. If two match the same name, the one nearer to the top folder wins.
 */
export function coverCandidates<T extends { relativePath: string; size: number }>(pictures: readonly T[]): T[] {
  const ranks = new Map(pictures.map((picture) => [picture, rankOf(picture.relativePath)]));
  const rank = (picture: T): number => ranks.get(picture) ?? 0;
  const depth = ({ relativePath }: T): number => relativePath.split('/').length;
  return [...pictures].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (rank(a) <= preferred.length ? depth(a) - depth(b) : 0) ||
      b.size - a.size ||
      (a.relativePath < b.relativePath ? -1 : 1),
  );
}
