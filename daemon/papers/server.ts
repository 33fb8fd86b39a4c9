import type { Sources } from '../../config/given.js';

/** Returns true if no embedding server was set up: its address and its model are the defaults. */
export const isServerUnset = ({ llm_backend_url: address, embedding_model: model }: Readonly<Sources>): boolean =>
  address === 'default' && model === 'default';
