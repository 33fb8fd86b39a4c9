/** Proposes where to split an album: by its tracks' tags and folders, or after given tracks. Pure. */
import { commonTag, tagKey } from '../../audio/album/album-tag.js';
import { discName } from '../../audio/album/disc-names.js';
import type { AudioFacts } from '../../audio/probe.js';
import { badFields } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import type { AlbumRecord, SplitPart, SplitProposal, TrackRecord } from '../../library/types.js';
import { groupBy } from '../../base/group-by.js';

type Tags = Pick<AudioFacts, 'album'>;
type Album = Pick<AlbumRecord, 'album_title' | 'tracks'>;

/**
 * Returns the proposals, the most reliable first. Each has at least two parts, and no two split at the same positions.
 * @param tags by track id
 */
export function proposalsOf(album: Album, tags: ReadonlyMap<number, Tags>): SplitProposal[] {
  const all: SplitProposal[] = [
    { by: 'album', parts: byTag(album, tags) },
    { by: 'disc', parts: byDisc(album) },
    { by: 'folder', parts: byFolder(album) },
  ];
  const seen = new Set<string>();
  return all.filter(({ parts }) => {
    const cut = JSON.stringify(parts.map(({ tracks }) => tracks));
    if (parts.length < 2 || seen.has(cut)) return false;
    seen.add(cut);
    return true;
  });
}

/**
 * @param after track numbers, except the last track of the album
 * @throws TonstiftError `bad_field` (`after`)
 */
export function cutAfter({ album_title, tracks }: Album, after: readonly number[]): SplitProposal {
  const wrong = after.find((number) => number < 1 || number >= tracks.length);
  if (wrong !== undefined || after.length === 0)
    throw badFields({
      after: say(tracks.length < 2 ? 'wrong.one_track' : 'wrong.cut', { value: wrong ?? '', most: tracks.length - 1 }),
    });
  const cuts = [...new Set(after)].sort((a, b) => a - b);
  const parts = [...cuts, tracks.length].map((to, n) => tracks.slice(cuts[n - 1] ?? 0, to));
  return {
    by: 'after',
    parts: parts.map((own, n) => ({ album_title: `${album_title} (${n + 1}/${parts.length})`, tracks: idsOf(own) })),
  };
}

const idsOf = (tracks: readonly TrackRecord[]): number[] => tracks.map(({ id }) => id);

/** Groups tracks, in the order of their first track. */
const grouped = (tracks: readonly TrackRecord[], keyOf: (track: TrackRecord) => string): TrackRecord[][] => [
  ...groupBy(tracks, keyOf).values(),
];

const folderOf = ({ source_path: path }: TrackRecord): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Tracks without a tag form a separate album per folder. */
function byTag({ album_title, tracks }: Album, tags: ReadonlyMap<number, Tags>): SplitPart[] {
  const tagOf = ({ id }: TrackRecord): string | undefined => tags.get(id)?.album;
  const keyOf = (track: TrackRecord): string => {
    const tag = tagOf(track);
    return tag === undefined ? `/${folderOf(track)}` : ` ${tagKey(tag)}`;
  };
  if (tracks.every((track) => tagOf(track) === undefined)) return [];
  return grouped(tracks, keyOf).map((own) => ({
    album_title: commonTag(own.map(tagOf)) ?? folderTitle(album_title, own),
    tracks: idsOf(own),
  }));
}

const byDisc = ({ album_title, tracks }: Album): SplitPart[] =>
  grouped(tracks, ({ disc }) => String(disc)).map((own) => ({
    album_title: `${album_title} (CD ${own[0]?.disc ?? 1})`,
    tracks: idsOf(own),
  }));

const byFolder = ({ album_title, tracks }: Album): SplitPart[] =>
  grouped(tracks, folderOf).map((own) => ({ album_title: folderTitle(album_title, own), tracks: idsOf(own) }));

/** Returns the folder's name; a disc's name is combined with the album's title. */
function folderTitle(album_title: string, [track]: readonly TrackRecord[]): string {
  const name = (track === undefined ? '' : folderOf(track)).split('/').at(-1)?.trim() ?? '';
  if (name === '') return album_title;
  const disc = discName(name);
  return disc !== null && disc.stem === '' ? `${album_title} (${name})` : name;
}
