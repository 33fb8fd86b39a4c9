/**
 * Glossary
 *
 * kind       the type of a file according to its first bytes
 * container  the format around coded audio and tags: Ogg, MPEG-4 …; MP3 and AAC have none
 * codec      how the audio is coded
 * tags       metadata in a file: title, album, number, pictures
 * facts      everything known about a file: tags, codec and duration
 */
import { createHash } from 'node:crypto';
import type { IAudioMetadata } from 'music-metadata';
import { discName } from '../album/disc-names.js';
import { coverOf } from '../tags/cover-choice.js';
import { cyrillicOf } from '../../base/text/encodings.js';
import { albumText, artistText, cleanText, nativeText, severalTexts } from './tag-text.js';

export interface TagFacts {
  title: string | undefined;
  album: string | undefined;
  artist: string | undefined;
  albumArtist: string | undefined;
  /** 1–9999. */
  year: number | null;
  /** As stored in the tag: `3/12`, `A1`, `07`. */
  trackText: string | undefined;
  /** From 1. */
  disc: number | null;
  discTotal: number | null;
  genre: string | undefined;
  hasPicture: boolean;
  /** Hash of the picture that is most likely the front cover, hexadecimal; null without one. */
  pictureSha256: string | null;
}

export interface AudioFacts extends TagFacts {
  /** As music-metadata names it, in lower case: `mpeg 1 layer 3`, `vorbis i`, `flac` … */
  codec: string;
  /** Also from music-metadata: `mpeg`, `ogg`, `m4a/isom/iso2` … */
  container: string;
  durationMs: number;
  /** Undefined if it is unknown. Most MPEG-4 files say 2, also for one channel. */
  channels: number | undefined;
  /** Hertz; undefined if it is unknown. */
  sampleRate: number | undefined;
  /** False if it has no chapters; ffmpeg reads them. */
  mayHaveChapters: boolean;
}

const trackIds = new Set(['TRCK', 'TRK', 'TRACKNUMBER', 'TRACK', 'TRKN', 'WM/TRACKNUMBER', 'ITRK', 'IPRT']);
const trackTotalIds = new Set(['TRACKTOTAL', 'TOTALTRACKS']);
const titleIds = new Set(['TIT2', 'TT2', 'TITLE']);
const artistIds = new Set(['TPE1', 'TP1', 'ARTIST', '\u00a9ART', 'AUTHOR']);
const albumArtistIds = new Set(['TPE2', 'TP2', 'ALBUMARTIST', 'AART', 'WM/ALBUMARTIST']);
const discIds = new Set(['TPOS', 'TPA', 'DISCNUMBER', 'DISC', 'DISK', 'WM/PARTOFSET']);

/** Chapter tags of ID3v2 (Chapter Frame Addendum) and of Vorbis comments (wiki.xiph.org, Chapter Extension). */
const chapterId = /^CHAP(TER\d{3})?$/i;

/** Fields of WMA that music-metadata does not map. */
const yearIds = new Set(['DATE', 'YEAR']);

export const noTags: TagFacts = {
  title: undefined,
  album: undefined,
  artist: undefined,
  albumArtist: undefined,
  year: null,
  trackText: undefined,
  disc: null,
  discTotal: null,
  genre: undefined,
  hasPicture: false,
  pictureSha256: null,
};

/** The findings of music-metadata in our own types. */
export interface MetadataFacts {
  codec: string | undefined;
  container: string | undefined;
  /** Seconds, according to the header. */
  duration: number | undefined;
  /** Hertz. */
  sampleRate: number | undefined;
  channels: number | undefined;
  hasVideo: boolean;
  /** True if the file has an ID3v2 tag, also inside another container. */
  hasId3: boolean;
  /** True if the tags have chapters. music-metadata does not find all chapters of MPEG-4. */
  hasChapters: boolean;
  tags: TagFacts;
}

export function metadataFacts(metadata: IAudioMetadata): MetadataFacts {
  const { codec, container, duration, sampleRate, numberOfChannels: channels, hasVideo, tagTypes } = metadata.format;
  return {
    codec: codec?.toLowerCase(),
    container: container?.toLowerCase(),
    duration,
    sampleRate,
    channels,
    hasVideo: hasVideo === true,
    hasId3: tagTypes.some((type) => type.startsWith('ID3v2')),
    hasChapters: Object.values(metadata.native).some((tags) => tags.some(({ id }) => chapterId.test(id))),
    tags: tagFacts(metadata),
  };
}

function tagFacts(metadata: IAudioMetadata): TagFacts {
  const { common } = metadata;
  const picture = coverOf(metadata);
  const [disc, discTotal] = (nativeText(metadata, discIds) ?? '').split(/[/]|\bof\b/);
  return mendShortCyrillic({
    title: severalTexts(metadata, titleIds) ?? cleanText(common.title),
    album: albumText(common.album),
    artist: artistText(severalTexts(metadata, artistIds) ?? common.artist ?? common.artists?.[0]),
    albumArtist: artistText(severalTexts(metadata, albumArtistIds) ?? common.albumartist ?? common.albumartists?.[0]),
    year: countable(common.year ?? common.originalyear) ?? leadingNumber(nativeText(metadata, yearIds)),
    trackText: withTotal(nativeText(metadata, trackIds), nativeText(metadata, trackTotalIds)),
    disc: discNumber(disc),
    discTotal: leadingNumber(discTotal) ?? countable(common.disk.of),
    genre: cleanText(common.genre?.join(', ')),
    hasPicture: picture !== null,
    pictureSha256: picture === null ? null : createHash('sha256').update(picture.data).digest('hex'),
  });
}

/** Returns `3/12`, as other tags have it, for Vorbis comments, which have the total in a field of its own. */
const withTotal = (number: string | undefined, total: string | undefined): string | undefined =>
  number !== undefined && total !== undefined && /^\d+$/.test(number) ? `${number}/${total}` : number;

/** Tags that ffmpeg names, in lower case. */
export function tagsOf(texts: ReadonlyMap<string, string>): TagFacts {
  const text = (name: string): string | undefined => cleanText(texts.get(name));
  const [disc, discTotal] = (text('disc') ?? '').split('/');
  return mendShortCyrillic({
    title: text('title'),
    album: albumText(texts.get('album')),
    artist: artistText(texts.get('artist')),
    // The second names are those of APE tags, which ffmpeg keeps.
    albumArtist: artistText(texts.get('album_artist') ?? texts.get('album artist')),
    year: leadingNumber(text('date') ?? text('year')),
    trackText: text('track'),
    disc: discNumber(disc),
    discTotal: leadingNumber(discTotal),
    genre: text('genre'),
    hasPicture: false,
    pictureSha256: null,
  });
}

/** `Êîò` alone may be a word of any language. Beside other names in Cyrillic letters it is Кот. */
function mendShortCyrillic(facts: TagFacts): TagFacts {
  const names = ['title', 'album', 'artist', 'albumArtist', 'genre'] as const;
  if (!names.some((name) => /\p{Script=Cyrillic}/u.test(facts[name] ?? ''))) return facts;
  const mended = names.map((name) => [name, facts[name] === undefined ? undefined : cyrillicOf(facts[name])] as const);
  return { ...facts, ...Object.fromEntries(mended) };
}

/** Returns a year or a disc, which is from 1 to 9999; null for any other number. */
const countable = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 9999 ? value : null;

/** Reads the number of a disc or side: 2 for `2`, `CD 2` and `B`. */
function discNumber(text = ''): number | null {
  const named = [text, `Side ${text}`].map(discName).find((name) => name?.stem === '' && name.discs.length === 1);
  return leadingNumber(text) ?? named?.discs[0] ?? null;
}

function leadingNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,4})(?!\d)/.exec(text ?? '')?.[1];
  return digits === undefined ? null : countable(Number(digits));
}
