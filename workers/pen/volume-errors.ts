/** What a failed operation on a pen means to a person. */
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import type { WantedFile } from './types.js';
import type { VolumeRoot } from './volume-root.js';

/**
 * A TonstiftError as it is; the system's errors as `no_pen` where the volume is gone, `no_space` where it is full,
 * else `not_now`.
 * @param what the sentence's beginning: `"Album" (920) cannot be copied`
 */
export async function volumeError(thrown: unknown, root: VolumeRoot, what: string): Promise<TonstiftError> {
  const gone = await root.check().then(
    () => null,
    (error: unknown) => error,
  );
  if (gone instanceof TonstiftError) return gone;
  if (thrown instanceof TonstiftError) return thrown;
  const wrap = (code: TonstiftError['code'], why: string): TonstiftError =>
    new TonstiftError(code, `${what}: ${why}`, {}, { cause: thrown });
  switch (systemCodeOf(thrown)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return wrap(
        'no_space',
        'the pen says that it is full. Where bytes are free, its main folder has too many files.',
      );
    case 'EROFS':
      return wrap(
        'not_now',
        'the pen is read-only. Unplug it, and let the system check its file system if that lasts.',
      );
    case 'ENODEV':
    case 'ENXIO':
    case 'ESHUTDOWN':
      return wrap('no_pen', 'the pen was pulled out.');
    case 'EIO':
      return wrap(
        'not_now',
        'the pen does not answer as it should (EIO). Was it pulled out? Else its memory may be failing.',
      );
    default:
      return wrap('not_now', messageOn(root, thrown));
  }
}

export const sourceChanged = ({ oid, title }: WantedFile, why: string, cause?: unknown): TonstiftError =>
  new TonstiftError('not_now', `The file of "${title}" (${oid}) changed before it was copied: ${why}.`, {}, { cause });

/** The message, with the paths that a person knows. */
export const messageOn = (root: VolumeRoot, thrown: unknown): string =>
  messageOf(thrown).replaceAll(root.at(''), `${root.path}/`);

/** @throws TonstiftError the signal's reason where that is one, else `aborted` */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const reason: unknown = signal.reason;
  throw reason instanceof TonstiftError
    ? reason
    : new TonstiftError('aborted', 'Copying to the pen was stopped.', {}, { cause: reason });
}
