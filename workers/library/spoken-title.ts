/** Decides what a pen says at the start field before an album's tracks. Pure. */
import { createHash } from 'node:crypto';

/** Languages in which a title can be spoken, by their names as voices of espeak-ng. `off`: it is not spoken. */
export const spokenTitles = ['off', 'en', 'de', 'fr', 'nl'] as const;
export type SpokenTitle = (typeof spokenTitles)[number];

export interface SpokenText {
  text: string;
  voice: string;
  /** Identifies the sound, like the hash of a track. */
  hash: string;
}

interface Titled {
  album_title: string;
  spoken_title: SpokenTitle;
}

/** Returns null if nothing is spoken. */
export function spokenText({ album_title, spoken_title }: Titled): SpokenText | null {
  const text = album_title.trim();
  if (spoken_title === 'off' || text === '') return null;
  const hash = createHash('sha256').update(`title\n${spoken_title}\n${text}`).digest('hex');
  return { text, voice: spoken_title, hash };
}
