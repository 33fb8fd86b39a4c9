/**
 * What the package `tonstift` offers to other programs.
 *
 * Files for the pen, as pure functions on bytes: `readGme` takes any GME apart, `gmeAround` gives all of one but its
 * media, `scramble` is the cipher of the media. See `docs/gme.md`.
 */
export { TonstiftError, errorCodes, type ErrorCode } from './errors.js';
export { gmeAround, type GmeAlbum, type GmeParts } from './gme/write.js';
export { checksumOf, readGme, type Gme } from './gme/read.js';
export { bytesSource, type GmeSource } from './gme/source.js';
export { describeGme, dumpGme } from './gme/describe.js';
export { mediaKey, scramble } from './gme/cipher.js';
export { controlCodes, limits, trackCode } from './gme/codes.js';
export { albumScripts, powerOnPlaylist } from './gme/album-script.js';
export type { AlbumView, AudioFormat, PlayerMode, TrackView } from './library/types.js';
