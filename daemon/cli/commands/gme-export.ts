import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../../../config/fields.js';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { createSpeaker } from '../../../workers/audio/speaker.js';
import { integer, must } from '../../../workers/base/input/schema.js';
import type { Log } from '../../../workers/base/ports.js';
import { gmeAlbum, gmeName } from '../../../workers/build/build-album.js';
import { exportProject } from '../../../workers/build/export-project.js';
import { mediaOf } from '../../../workers/build/media.js';
import { Library } from '../../../workers/library/library.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { readOperand } from '../operand.js';
import { withLog } from '../working-log.js';

/** Writes an album as a project for tttool. Works while the daemon runs. */
export const exportGmeProject: Command = async (invocation) => {
  const [given, directory = ''] = invocation.operands;
  const uid = readOperand('UID', must('the OID of an album, such as 920', integer(1, 9999)), given);
  const settings = await loadSettings(invocation);
  const target = resolve(directory);
  await withLog(settings, (log) => exportAlbum(uid, target, settings.current, log));
  invocation.print(`Album ${uid} is written to ${target}.`);
  return exitCodes.done;
};

async function exportAlbum(oid: number, directory: string, config: Readonly<Config>, log: Log): Promise<void> {
  const { library_path, pen_language, audio_format, ffmpeg_path, speaker_path } = config;
  const library = await Library.peek(library_path, log.area('library'));
  const cores = availableParallelism();
  const transcoder = createTranscoder({ ffmpegPath: () => ffmpeg_path, cores, log: log.area('audio') });
  const speaker = createSpeaker(() => speaker_path);
  try {
    const album = library.get(oid);
    const media = await mediaOf(album, audio_format, { library, transcoder, speaker, cores });
    const gme = gmeAlbum(album, { language: pen_language, format: audio_format });
    await exportProject(directory, { name: gmeName(album), album: gme, media });
  } finally {
    await transcoder.stop();
  }
}
