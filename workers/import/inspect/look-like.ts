/** Recognizes audio, video and archives among the files of a batch, whatever their names say. */
import { isAudioName } from '../../audio/album/names.js';
import { withFileBytes } from '../../audio/formats/file-bytes.js';
import { beginsLikeSound, headLength } from '../../audio/formats/kind.js';
import { findFrames } from '../../audio/formats/mpeg-stream.js';
import { withSeen, type SeenFile } from '../../base/files/seen-file.js';
import { isPictureName } from '../../library/pictures/cover.js';

const archiveName = /\.(7z|rar|r\d\d|tar|tgz|tbz2?|txz|tzst|gz|bz2|xz|zst|lzh|lha|arj|ace|cab|iso|dmg|zipx|z\d\d)$/i;
/** 7z, RAR, gzip, bzip2, xz, Zstandard, CAB. */
const archive = /^(7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\x1f\x8b\x08|BZh[1-9]|\xfd7zXZ\0|\x28\xb5\x2f\xfd|MSCF\0\0\0\0)/;
const tar = /^ustar/;
/** A ZIP that has another ending and is no document: office formats and EPUB begin with one of these entries. */
const zip = /^PK\x03\x04.{26}(?!mimetype|\[Content_Types\]|_rels\/|docProps\/|META-INF\/)/s;

export type Look = 'audio' | 'archive' | 'other';

/**
 * Decides by name, else by the first bytes. `audio` includes video; an `archive` is one that cannot be unpacked here.
 * @throws as `withSeen`
 */
export async function lookOf(file: SeenFile): Promise<Look> {
  if (isAudioName(file.relativePath)) return 'audio';
  if (archiveName.test(file.relativePath)) return 'archive';
  if (isPictureName(file.relativePath)) return 'other';
  return withSeen(file, (path) =>
    withFileBytes(path, async (bytes) => {
      // A view is valid only until the next read.
      const head = (await bytes.read(0, headLength)).slice();
      const text = Buffer.from(head).toString('latin1');
      if (archive.test(text) || zip.test(text) || tar.test(text.slice(257))) return 'archive';
      if (beginsLikeSound(head)) return 'audio';
      return (await findFrames(bytes, 0, bytes.size, 1)) === 0 ? 'audio' : 'other';
    }),
  );
}
