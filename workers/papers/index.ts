/**
 * The API of the package `tonstift` for other programs.
 *
 * Files for the pen, as pure functions on bytes: `readGme` parses a GME file, `gmeAround` builds all of it except the
 * media, `scramble` is the cipher of the media. See `docs/gme.md`.
 *
 * Papers and their embeddings: `EmbeddingsManager` embeds abstracts and searches them, `DatabaseManager` keeps the
 * papers, `RateLimitedTransport` and `AsyncRateLimitedTransport` hold requests to a limit. See `docs/embeddings.md`.
 */
export { TonstiftError, errorCodes, type ErrorCode } from '../base/errors.js';
export { gmeAround, type GmeParts } from '../gme/write.js';
export { type GmeAlbum } from '../gme/header.js';
export { checksumOf, readGme, type Gme } from '../gme/read.js';
export { bytesSource, type GmeSource } from '../gme/source.js';
export { describeGme, dumpGme } from '../gme/describe.js';
export { mediaKey, scramble } from '../gme/cipher.js';
export { controlCodes, limits, trackCode } from '../gme/codes.js';
export { albumScripts, initialTrack, powerOnPlaylist } from '../gme/album-script.js';
export type { AlbumView, TrackView } from '../library/types.js';
export type { PlayerMode } from '../gme/header.js';
export type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';

export { EmbeddingsManager, withManager, type CollectionMetadata } from './embeddings/manager.js';
export { EmbeddingsError, ValueError } from './embedding-api/errors.js';
export type { EmbeddingsManagerOptions } from './embeddings/settings.js';
export type { EmbeddingsManagerParts } from './embeddings/connections.js';
export type { RecordMetadata, SearchResult, SearchSimilarOptions } from './embeddings/search/search-similar.js';
export type { FoundPaper, SearchPapersOptions } from './embeddings/search/search-papers.js';
export type { PapersLikeOptions } from './embeddings/search/papers-like.js';
export type {
  FindWithinDistanceOptions,
  PapersWithinDistance,
  WithinDistanceOptions,
} from './embeddings/search/within-distance.js';
export type { NearPaper } from './embeddings/search/full-papers.js';
export type { EmbedFromDatabaseOptions } from './embeddings/embed/embed-database.js';
export type {
  DeleteFilter,
  ExportedEmbeddings,
  ImportedEmbeddings,
  ImportOptions,
} from './embeddings/records/slices.js';
export type { MetadataUpdates } from './embeddings/records/metadata-updates.js';
export { configureLimiter } from './embedding-api/rate/cluster.js';
export { RateLimitedTransport, AsyncRateLimitedTransport } from './embedding-api/rate/rate-limited-transport.js';
export { EmbeddingApiError, type EmbeddingApiProblem } from './embedding-api/errors.js';
export type { EmbeddingApi } from './embedding-api/client.js';
export { DatabaseManager, type AddedPapers } from './database-manager.js';
export { DatabaseError } from './database-error.js';
export { LightweightPaper } from './lightweight-paper.js';
export type { ParsedMetadata } from './parse-metadata.js';
export type { Paper, PaperInput, PaperLike } from './types.js';
export type { PaperSearch } from './sql/paper-search.js';
export type { CountSearch, PaperCounts, WordSearch, WordsFound } from './sql/results.js';
export { VectorStoreError, type Damage, type VectorCollection, type VectorStore, type Where } from './vectors/types.js';
