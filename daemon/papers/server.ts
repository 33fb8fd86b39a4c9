import type { Sources } from '../../config/given.js';

/** Whether nobody has set up an embedding server: its address and its model are the defaults. */
export const isServerUnset = ({ llm_backend_url: address, embedding_model: model }: Readonly<Sources>): boolean =>
  address === 'default' && model === 'default';
