/** Prepares tracks as media of a GME: the file itself if the pen plays it, else a transcoded copy. */
import { lstat, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audioRange } from '../audio/formats/strip.js';
import { gainOf, targetLufs } from '../audio/ffmpeg/loudness.js';
import { penSound } from '../audio/ffmpeg/pen-sound.js';
import type { Transcoder } from '../audio/ffmpeg/transcode.js';
import type { Speaker } from '../audio/speaker.js';
import { inParallel } from '../base/async/in-parallel.js';
import { isDiskFull, TonstiftError, wordsOf } from '../base/errors.js';
import { say } from '../base/language/sentence.js';
import { sameTime } from '../base/files/same-time.js';
import { fileIdentity, inFolderOf, isSeen, withSeen, type SeenFile } from '../base/files/seen-file.js';
import { unlessGone } from '../base/files/walk.js';
import type { Library } from '../library/library.js';
import { spokenText, type SpokenText } from '../library/spoken-title.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';
import type { Progress } from '../base/ports.js';
import type { MediaSource } from './media-source.js';
import { loudnessOf } from './track-loudness.js';

export interface MediaContext {
  library: Library;
  transcoder: Transcoder;
  speaker: Speaker;
  /** Tracks processed in parallel. */
  cores: number;
  signal?: AbortSignal;
  /** In tracks. */
  progress?: Progress;
}

/**
 * Returns one source per track, in order, and then the spoken title if the album has one. Converted tracks and titles
 * are cached in the library by hash, so that the same track always gives the same bytes.
 * Throws TonstiftError `build_failed` that names the track; `not_now` if a file has changed since it was recorded.
 */
export async function mediaOf(album: AlbumRecord, format: AudioFormat, context: MediaContext): Promise<MediaSource[]> {
  const { cores, signal, progress } = context;
  let done = 0;
  const media = await inParallel(album.tracks, { most: cores, signal }, async (track, stopped) => {
    const medium = await mediumOf(album, track, format, { ...context, signal: stopped });
    progress?.(++done, album.tracks.length);
    return medium;
  });
  const title = spokenText(album);
  return title === null ? media : [...media, await titleOf(title, format, context)];
}

async function mediumOf(
  album: AlbumRecord,
  track: TrackRecord,
  format: AudioFormat,
  context: MediaContext,
): Promise<MediaSource> {
  context.signal?.throwIfAborted();
  const source = join(context.library.folderOf(album), track.filename);
  try {
    const now = await lstat(source);
    if (now.size !== track.size || !sameTime(track.mtime_ms, now.mtimeMs)) throw changed(track);
    const root = context.library.path;
    const seen = { root, path: source, relativePath: track.filename, size: now.size, identity: fileIdentity(now) };
    const sound = penSound(track, album, format);
    const gain = sound?.isLevelled === true ? await gainFor(seen, track, context) : null;
    if (sound !== null && (sound.isNeeded || Math.abs(gain ?? 0) >= leastGain)) {
      const copy = await transcoded(seen, track, { format, speech: sound.speech, gain }, context);
      return { ...(await wholeAudio(copy, format)), root };
    }
    return { ...(await withSeen(seen, (path) => wholeAudio(path, format))), root, path: source };
  } catch (error) {
    context.signal?.throwIfAborted();
    if (error instanceof TonstiftError && error.code !== 'unreadable_audio' && error.code !== 'build_failed')
      throw error;
    if (isDiskFull(error)) throw error;
    throw new TonstiftError(
      'build_failed',
      say('error.track_failed', { number: track.track_number, name: track.filename, why: wordsOf(error) }),
      {},
      { cause: error },
    );
  }
}

/** kbit/s of a spoken title. */
const titleRate = 64;

async function titleOf(
  { text, voice, hash }: SpokenText,
  format: AudioFormat,
  { library, transcoder, speaker, signal }: MediaContext,
): Promise<MediaSource> {
  const name = `${hash}.title.${format}`;
  await library.within('transcoded', async (folder) => {
    const there = await lstat(folder.at(name)).catch(unlessGone(null));
    if (there?.isFile() === true && there.size > 0) return;
    const home = await mkdtemp(join(tmpdir(), 'tonstift-title-'));
    try {
      const spoken = join(home, 'title.wav');
      await speaker.speak(text, voice, spoken, signal);
      await transcoder.transcode(spoken, folder.at(name), format, { signal, speech: titleRate });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
  return { ...(await wholeAudio(join(library.transcodedFolder, name), format)), root: library.path };
}

const changed = ({ filename }: TrackRecord): TonstiftError =>
  new TonstiftError('not_now', say('error.track_changed', { name: filename }));

async function wholeAudio(path: string, format: AudioFormat): Promise<MediaSource> {
  if (format === 'mp3') return { path, ...(await audioRange(path)) };
  return { path, start: 0, end: (await stat(path)).size };
}

/** Decibels that a person hears. For less, a file that the pen plays is not coded again. */
const leastGain = 1;

async function gainFor(
  seen: SeenFile,
  track: TrackRecord,
  { library, transcoder, signal }: MediaContext,
): Promise<number> {
  const measure = () => whileSame(seen, track, () => transcoder.loudness(seen.path, { signal }));
  return gainOf(await loudnessOf(track, library, measure));
}

interface CopySound {
  format: AudioFormat;
  /** kbit/s of speech; null for other sound. */
  speech: number | null;
  /** Decibels; null if the track is not levelled. */
  gain: number | null;
}

async function transcoded(
  seen: SeenFile,
  track: TrackRecord,
  { format, speech, gain }: CopySound,
  { library, transcoder, signal }: MediaContext,
): Promise<string> {
  const kind = `${speech === null ? '' : `speech-${speech}.`}${gain === null ? '' : `level${targetLufs}.`}`;
  const name = `${track.sha256}.${kind}${format}`;
  await library.within('transcoded', async (folder) => {
    const there = await lstat(folder.at(name)).catch(unlessGone(null));
    if (there?.isFile() === true && there.size > 0) return;
    // Two albums with the same track may be built in parallel; each replaces the copy by an equal one.
    const options = { signal, speech, gain };
    await whileSame(
      seen,
      track,
      () => transcoder.transcode(seen.path, folder.at(name), format, options),
      () => rm(folder.at(name), { force: true }),
    );
  });
  return join(library.transcodedFolder, name);
}

/**
 * ffmpeg reads a file by its path, so this checks before and after that the path leads to the right file.
 * @param undo runs if it does not afterwards
 */
async function whileSame<Result>(
  seen: SeenFile,
  track: TrackRecord,
  work: () => Promise<Result>,
  undo: () => Promise<void> = async () => undefined,
): Promise<Result> {
  const isSame = (): Promise<boolean> => inFolderOf(seen, (home, filename) => isSeen(seen, home.at(filename)));
  if (!(await isSame())) throw changed(track);
  const result = await work();
  if (await isSame().catch(() => false)) return result;
  await undo();
  throw changed(track);
}
