/**
 * Compares the codes of their buttons with ours. Their database has a table of codes, and every known version of it
 * matches ours. Pure.
 */
import { controlCodes, trackCode } from '../../gme/codes.js';
import type { TheirDatabase } from './database.js';
import { line, whole } from './texts.js';

/** Returns a sentence for each button whose code differs from ours. */
export function codeNotes({ script_codes }: Pick<TheirDatabase, 'script_codes'>): string[] {
  return script_codes.flatMap(({ script = null, code = null }) => {
    const ours = codeOf(script ?? '');
    if (ours === undefined || ours === whole(code, 0, 65_535)) return [];
    return [
      `The button ${line(script)} has the code ${line(code)} there and ${ours} here: printed ones will not work.`,
    ];
  });
}

function codeOf(script: string): number | undefined {
  if (Object.hasOwn(controlCodes, script)) return controlCodes[script as keyof typeof controlCodes];
  const index = /^t(\d{1,4})$/.exec(script)?.[1];
  return index === undefined ? undefined : trackCode(Number(index));
}
