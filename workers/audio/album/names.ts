/** Parses the names of audio files and their folders: `01 - Title.mp3`, `1-03 Title.mp3`, `A1 Title.mp3`, `CD 2/…`. */
import { typedName } from '../../base/files/names.js';
import { datesIn } from './dates.js';

/** Audio and video that ffmpeg decodes, and names of shops whose files are protected. */
const endings = [
  'mp3|mp2|mpga|ogg|oga|opus|flac|m4a|m4b|m4r|m4p|aac|aax|aaxc|aa|wav|rf64|w64|wma|aiff?|aifc|caf|au|snd|amr|awb',
  'ape|wv|tta|mpc|ac3|dts|dsf|ra|rm|mka|weba|ogv|ogx|mp4|m4v|mov|3gp|3gpp|3g2|mkv|webm',
  'avi|flv|wmv|asf|mpg|mpeg|vob|m2ts',
  // Notes without audio, and what Windows shows of a CD: rejected by their content.
  'midi?|kar|cda',
];
const ending = new RegExp(`\\.(${endings.join('|')})$`, 'i');

/** Reports whether a file has the name of an audio or video file. */
export const isAudioName = (filename: string): boolean => ending.test(filename);

/** `01.mp3.xyz`: the name of audio, and an ending that says that it is not complete yet. */
const partialAudio = new RegExp(`\\.(${endings.join('|')})\\.[^./\\\\\\s]{1,20}$`, 'i');
/** Endings of files about audio: lists, checksums, lyrics, pictures, archives of it. */
const about =
  /\.(txt|nfo|log|cue|m3u8?|pls|lrc|srt|json|xml|html?|pdf|md5|sha\d*|sfv|ffp|gme|pk|asd|reapeaks|bak|old|orig)$/i;
const other = /\.(jpe?g|jfif|png|gif|webp|bmp|zip|rar|7z|gz|torrent|nzb|par2|url|lnk|webloc|docx?|rtf|md)$/i;

/** Reports whether a name is that of audio with a further, unknown ending, as download programs make it. */
export const isPartialAudioName = (filename: string): boolean =>
  partialAudio.test(filename) && !ending.test(filename) && !about.test(filename) && !other.test(filename);

/** Returns the folders of a path, outermost first, and its last part. */
export function splitPath(path: string): { folders: string[]; name: string } {
  const parts = path
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .map(typedName);
  return { folders: parts.slice(0, -1), name: parts.at(-1) ?? '' };
}

/** Returns the name in one line, without folders and audio extension. Without blanks, underscores become blanks. */
export function bareName(path: string): string {
  const bare = splitPath(path)
    .name.replace(ending, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return bare.includes(' ') ? bare : bare.replaceAll('_', ' ').trim();
}

export interface NameFacts {
  /** Position in the folder. The sides of a record continue counting: `B1` follows every `A`. */
  number: number | null;
  disc: number | null;
  /** Title without the number; the whole bare name if nothing else is left. */
  title: string;
}

/** Maximum tracks on the side of a record; no real one has as many. */
const sideTracks = 1000;

/** Combines a side (A is 1) and the position on it into one number. */
export const onSide = (letter: string, place: number): number =>
  (letter.toUpperCase().charCodeAt(0) - 64) * sideTracks + place;

type Reader = (bare: string) => NameFacts | undefined;

const discAndTrack: Reader = (bare) => {
  const [, disc, number, title] = /^(\d{1,2})[-.](\d{1,3})(?:[\s._-]+|$)(.*)$/.exec(bare) ?? [];
  return disc === undefined ? undefined : { disc: Number(disc) || null, number: Number(number), title: title || bare };
};

/** `CD1_01_Title`, `CD 1 - 01 - Title`, `Album - CD1 - 01 - Title`. */
const namedDiscAndTrack: Reader = (bare) => {
  const [, disc, number, title] =
    /^(?:.*?[\s_-])??(?:cd|dis[ck])[\s_]?(\d{1,2})[\s_]*[-_.\s][\s_]*(\d{1,3})(?:[\s._-]+|$)(.*)$/i.exec(bare) ?? [];
  return disc === undefined ? undefined : { disc: Number(disc), number: Number(number), title: title || bare };
};

const sideAndTrack: Reader = (bare) => {
  const [, side, number, title] = /^([A-H])(\d{1,2})(?:[\s._-]+|$)(.*)$/.exec(bare) ?? [];
  return side === undefined ? undefined : { disc: null, number: onSide(side, Number(number)), title: title || bare };
};

/** `1_von_9-Title`, `(1 of 9) Title`: the title is without the count. */
const countedNumber: Reader = (bare) => {
  const [, number, total, title = ''] =
    /^[([]?(\d{1,3})[\s_]*(?:von|aus|of|sur|de|van|\/)[\s_]*(\d{1,3})(?!\d)[)\]]?[\s._:–—-]*(.*)$/i.exec(bare) ?? [];
  if (number === undefined || Number(number) > Number(total)) return undefined;
  return { disc: null, number: Number(number), title: title || bare };
};

/** A zero, bracket or punctuation mark separates the number from the title. */
const markedNumber: Reader = (bare) => {
  const [, number, title] =
    /^(\d{1,3})$|^(?:[([#]\s*)?(\d{1,3})(?:\s*[)\]:–—]+\s*|\s+[-._]+\s*|[-_]+\s*|\.(?!\d)\s*)(.*)$|^(0\d{1,2})\s+(.*)$/
      .exec(bare)
      ?.filter((group) => group !== undefined) ?? [];
  return number === undefined ? undefined : { disc: null, number: Number(number), title: title || bare };
};

/** `99 Luftballons`: the number counts only if every other file of the folder has one. */
const plainNumber: Reader = (bare) => {
  const [, number, title] = /^(\d{1,3})\s+(.*)$/.exec(bare) ?? [];
  return number === undefined ? undefined : { disc: null, number: Number(number), title: title || bare };
};

/** `Artist - 03 - Title`, `Artist - Album - 03 Title`. */
const innerNumber: Reader = (bare) => {
  const [, number, title] = /^.+?\s-\s(\d{1,3})(?:\s+-\s+|[.\s]\s*)(.+)$/.exec(bare) ?? [];
  return number === undefined ? undefined : { disc: null, number: Number(number), title: title || bare };
};

/** Reads the names of one folder together: an ambiguous form counts only if all names have it. */
export function readNames(paths: readonly string[]): NameFacts[] {
  const bare = paths.map(bareName);
  const dates = datesIn(bare);
  // The numbers of a date are no disc and no track.
  const readAll = (...readers: Reader[]): (NameFacts | undefined)[] =>
    bare.map((name, at) =>
      dates[at]?.from === 0 ? undefined : readers.map((reader) => reader(name)).find((facts) => facts !== undefined),
    );
  const all = (...readers: Reader[]): NameFacts[] | undefined => {
    const complete = readAll(...readers).filter((facts) => facts !== undefined);
    const places = new Set(complete.map(({ disc, number }) => `${disc}/${number}`));
    return places.size === bare.length ? complete : undefined;
  };
  const several = paths.length > 1;
  // A single `02-99 Luftballons` is not track 99 of disc 2.
  const withDisc = several || /^\d[-.]/.test(bare[0] ?? '') ? all(discAndTrack) : undefined;
  const together =
    withDisc ??
    all(namedDiscAndTrack) ??
    all(sideAndTrack) ??
    (several ? (all(countedNumber, markedNumber, plainNumber) ?? all(innerNumber)) : undefined);
  const read = together ?? readSome(bare, readAll(countedNumber, markedNumber, ...zeroNumber(bare)));
  // `1. December`, `2. December`: the number is a part of the title.
  const areOrdinals = several && new Set(read.map(({ title }) => title)).size === 1 && bare.every(isOrdinal);
  return areOrdinals ? read.map((facts, at) => ({ ...facts, title: bare[at] ?? '' })) : read;
}

const isOrdinal = (bare: string): boolean => /^[1-9]\d*\. /.test(bare);

/** Where numbers have a leading zero, `10 Title` is a number too, although one file has none. */
const zeroNumber = (names: readonly string[]): Reader[] =>
  names.some((name) => /^0\d+\s/.test(name)) ? [plainNumber] : [];

const readSome = (names: readonly string[], read: readonly (NameFacts | undefined)[]): NameFacts[] =>
  names.map((name, at) => read[at] ?? { number: null, disc: null, title: name });
