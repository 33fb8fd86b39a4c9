/** Keys of builds: the album's folder and the target. */
import type { GmeTarget } from '../../workers/library/fingerprint.js';

// A folder's name contains no slash.
export const keyOf = (folder: string, { language, format }: GmeTarget): string => `${folder}/${language}/${format}`;
export const folderOf = (key: string): string => key.split('/')[0] ?? '';
export const targetOf = (key: string): GmeTarget => {
  const [, language = '', format] = key.split('/');
  return { language, format: format === 'ogg' ? 'ogg' : 'mp3' };
};

/** For messages and file names. */
export const kindOf = ({ language, format }: GmeTarget): string => [language || 'any language', format].join(', ');
