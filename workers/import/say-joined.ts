/** Says what was added to an album, and why. */
import { listed } from '../base/language/listed.js';
import { say, type Sentence } from '../base/language/sentence.js';
import type { Joined } from './types.js';

/** Number of titles that are listed. */
const mostTitles = 3;

export function sayJoined({ album, tracks, why, isAtEnd }: Joined): Sentence[] {
  const gaps = { title: album.album_title, oid: album.oid, count: tracks.length };
  if (tracks.length === 0) return [say('joined.no_tracks', gaps)];
  const more = tracks.length - mostTitles;
  const titles = tracks.slice(0, mostTitles).map((track) => say('upload.quoted', { title: track.track_title }));
  const named = listed(more > 0 ? [...titles, say('upload.more', { count: more })] : titles);
  return [
    say(why === 'tags' ? 'joined.tags' : 'joined.folder', { ...gaps, titles: named }),
    ...(isAtEnd ? [say('joined.at_end', gaps)] : []),
  ];
}
