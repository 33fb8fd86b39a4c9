/** `tonstift gme export`: writes an album as a project, without the daemon. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../../../config/fields.js';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { createSpeaker } from '../../../workers/audio/speaker.js';
import type { Log } from '../../../workers/base/ports.js';
import { gmeAlbum, gmeName } from '../../../workers/build/build-album.js';
import { exportProject } from '../../../workers/build/export-project.js';
import { mediaOf } from '../../../workers/build/media.js';
import { Library } from '../../../workers/library/library.js';

/** Writes an album as a project for tttool. Works while the daemon runs. Returns the path of the project file. */
export async function exportAlbum(oid: number, directory: string, config: Readonly<Config>, log: Log): Promise<string> {
  const { library_path, pen_language, audio_format, ffmpeg_path, speaker_path } = config;
  const library = await Library.peek(library_path, log.area('library'));
  const cores = availableParallelism();
  const transcoder = createTranscoder({ ffmpegPath: () => ffmpeg_path, cores, log: log.area('audio') });
  const speaker = createSpeaker(() => speaker_path);
  try {
    const album = library.get(oid);
    const media = await mediaOf(album, audio_format, { library, transcoder, speaker, cores });
    const gme = gmeAlbum(album, { language: pen_language, format: audio_format });
    return await exportProject(resolve(directory), { name: gmeName(album), album: gme, media });
  } finally {
    await transcoder.stop();
  }
}
