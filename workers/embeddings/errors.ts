/** What every operation of the embeddings raises when it fails: a sentence for a person, the reason as `cause`. */
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError';
}

/**
 * An argument that cannot be: which, which value, what was expected. No relative of `EmbeddingsError`, as documented.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
