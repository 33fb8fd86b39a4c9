/** Applies changed settings immediately. */
import { environmentOf, flagOf } from '../../config/fields.js';
import { badFields, messageOf } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import { moveLibrary, type LibraryMove } from '../albums/move-library.js';
import type { OpenLibrary } from '../library/open-library.js';
import type { Reconcilers, Watches } from '../reconcilers.js';

export function followSettings(opened: OpenLibrary, { pens }: Reconcilers, watches: Watches): void {
  const { settings, builds, log } = opened;
  followLibraryPath(opened, watches);
  settings.onChange('log_level', (level) => log.setLevel(level));
  settings.onChange('password', (password) => {
    if (password !== '') log.redact(password);
  });
  for (const name of ['ffmpeg_path', 'speaker_path'] as const)
    settings.onChange(name, () => void builds.retryFailed().catch((error: unknown) => log.warn(messageOf(error))));
  for (const name of ['pen_language', 'audio_format'] as const) settings.onChange(name, () => builds.wake());
  for (const name of ['pen_paths', 'pen_detect'] as const) settings.onChange(name, () => pens.wake());
  for (const name of ['pen_language', 'audio_format', 'pen_auto_sync', 'pen_follow'] as const)
    settings.onChange(name, () => pens.follow());
}

/** The library moves before the new path is saved, and back if it cannot be saved. */
function followLibraryPath(opened: OpenLibrary, watches: Watches): void {
  const { settings, builds, log } = opened;
  let current: LibraryMove | null = null;
  settings.before(async ({ changed, after }) => {
    if (!changed.includes('library_path')) return;
    // The next start would open the former folder again, and show nothing that was changed in the new one.
    if (settings.overrides.library_path !== undefined) {
      const nameOf = settings.sources.library_path === 'flag' ? flagOf : environmentOf;
      throw badFields({ library_path: say('move.forced', { name: nameOf('library_path') }) });
    }
    const area = log.area('library');
    const move = await moveLibrary(opened, after.library_path, area).catch((error: unknown) => {
      area.warn(`Cannot move the library to ${after.library_path}: ${messageOf(error)}`);
      throw error;
    });
    current = move;
    return async () => {
      current = null;
      await move.undo();
    };
  });
  settings.onChange('library_path', () => {
    current?.resume();
    current = null;
    void watches
      .followLibrary()
      .catch((error: unknown) => log.warn(`Cannot watch the library folder: ${messageOf(error)}`));
    builds.resume();
  });
}
