/** Codes of their buttons: a table of theirs has them, and all that is known of their program has given ours. Pure. */
import { controlCodes, trackCode } from '../gme/codes.js';
import type { TheirDatabase } from './database.js';
import { line, whole } from './texts.js';

/** Sentences about buttons that have another code with us. */
export function codeNotes({ script_codes }: Pick<TheirDatabase, 'script_codes'>): string[] {
  return script_codes.flatMap(({ script = null, code = null }) => {
    const ours = codeOf(script ?? '');
    if (ours === undefined || ours === whole(code, 0, 65_535)) return [];
    return [`The button ${line(script)} has the code ${line(code)} there and ${ours} here: printed ones do not fit.`];
  });
}

function codeOf(script: string): number | undefined {
  if (Object.hasOwn(controlCodes, script)) return controlCodes[script as keyof typeof controlCodes];
  const index = /^t(\d{1,4})$/.exec(script)?.[1];
  return index === undefined ? undefined : trackCode(Number(index));
}
