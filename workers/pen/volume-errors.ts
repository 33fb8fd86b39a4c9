/** Explains a failed operation on a pen to the user. */
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import type { WantedFile } from './types.js';
import type { VolumeRoot } from './volume-root.js';
import { say, type Words } from '../base/language/sentence.js';

/**
 * Returns a TonstiftError unchanged. Converts the system's errors to `no_pen` if the volume is gone, `no_space` if it
 * is full, else `not_now`.
 * @param what start of the sentence: `"Album" (920) cannot be copied`
 */
export async function volumeError(thrown: unknown, root: VolumeRoot, what: string): Promise<TonstiftError> {
  const gone = await root.check().then(
    () => null,
    (error: unknown) => error,
  );
  if (gone instanceof TonstiftError) return gone;
  if (thrown instanceof TonstiftError) return thrown;
  const wrap = (code: TonstiftError['code'], why: Words): TonstiftError =>
    new TonstiftError(code, say('error.on_pen', { what, why }), {}, { cause: thrown });
  switch (systemCodeOf(thrown)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return wrap('no_space', say('pen.says_full'));
    case 'EROFS':
      return wrap('not_now', say('pen.read_only'));
    case 'ENODEV':
    case 'ENXIO':
    case 'ESHUTDOWN':
      return wrap('no_pen', say('pen.pulled_out'));
    case 'EIO':
      return wrap('not_now', say('pen.failing'));
    default:
      return wrap('not_now', messageOn(root, thrown));
  }
}

/** The file to copy cannot be read, or is not the recorded one. */
export class SourceChanged extends TonstiftError {}

export const sourceChanged = ({ oid, title }: WantedFile, why: string, cause?: unknown): TonstiftError =>
  new SourceChanged('not_now', say('error.source_changed', { title, oid, why }), {}, { cause });

/** Returns the message, with the paths that the user knows. */
export const messageOn = (root: VolumeRoot, thrown: unknown): string =>
  messageOf(thrown).replaceAll(root.at(''), `${root.path}/`);

/** @throws TonstiftError the signal's reason if it is one, else `aborted` */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const reason: unknown = signal.reason;
  throw reason instanceof TonstiftError
    ? reason
    : new TonstiftError('aborted', say('error.copy_stopped'), {}, { cause: reason });
}
