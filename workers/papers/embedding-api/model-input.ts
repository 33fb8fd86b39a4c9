/** The input of an embedding model in addition to the text. */
export interface TextInput {
  /** Stands before the text. */
  prefix: string;
  /** Further fields of the request. */
  fields: Readonly<Record<string, string | number>>;
}

export interface ModelInput {
  documents: TextInput;
  queries: TextInput;
}

export const plainInput: TextInput = { prefix: '', fields: {} };
