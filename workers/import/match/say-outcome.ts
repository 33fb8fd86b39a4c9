/** Sentences about files that joined an album, and about files that are set aside as known. */
import { listed } from '../../base/language/listed.js';
import { say, type Sentence } from '../../base/language/sentence.js';
import type { Duplicate, Joined } from '../types.js';

/** Maximum titles in a sentence. */
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

/** Names the album with the same tracks. If the files differ, gives the evidence and both bit rates. */
export function sayDuplicate({ of, again }: Duplicate): Sentence {
  const gaps = { oid: of.oid, title: of.album_title };
  if (again === null) return say('known.files', gaps);
  return say(again.by === 'titles' ? 'known.titles' : 'known.lengths', {
    ...gaps,
    ...{ kbits: again.kbits, there: again.kbitsThere },
  });
}
