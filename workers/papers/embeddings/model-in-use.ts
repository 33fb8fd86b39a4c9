/**
 * Decides what the model gets besides the texts, and under which name its vectors are noted. Pure.
 *
 * Whatever changes the vectors of documents is a part of the name, so that vectors of both are never compared. Vectors
 * that exist decide: their documents are not embedded again because a newer version knows more about the model.
 */
import { knownInput } from '../embedding-api/known-models.js';
import type { ModelInput, TextInput } from '../embedding-api/model-input.js';
import { sameModel } from '../vectors/model.js';

export interface ModelSettings {
  modelName: string;
  /**
   * `automatic`: as the model card says, for vectors made from now on; `plain`: only the text; undefined: plain, except
   * for vectors that were made as the model card says.
   */
  modelInput: 'automatic' | 'plain' | undefined;
  /** If one of these four is set, they replace what the model card says. `\n` is a new line. */
  documentPrefix: string;
  queryPrefix: string;
  documentType: string;
  queryType: string;
  /** Numbers of a vector; 0 leaves it to the model. */
  dimensions: number;
}

export interface ModelInUse {
  /** The name noted with the vectors: that of the model, and what changes the vectors of documents. */
  name: string;
  input: ModelInput;
}

/** @param noted the name noted with the existing vectors; null if there are none */
export function modelInUse(settings: ModelSettings, noted: string | null): ModelInUse {
  const { plain, recommended } = modelsOf(settings);
  if (recommended === undefined) return plain;
  const preferred = settings.modelInput === 'automatic' ? recommended : plain;
  if (noted === null || plain.name === recommended.name) return preferred;
  return [plain, recommended].find(({ name }) => sameModel(name, noted)) ?? preferred;
}

/** True if the note of the existing vectors makes a difference. */
export function dependsOnNote(settings: ModelSettings): boolean {
  const { plain, recommended } = modelsOf(settings);
  return recommended !== undefined && recommended.name !== plain.name;
}

function modelsOf(settings: ModelSettings): { plain: ModelInUse; recommended?: ModelInUse } {
  const { modelName, modelInput, documentPrefix, queryPrefix, documentType, queryType } = settings;
  const own = [documentPrefix, queryPrefix, documentType, queryType].some((value) => value !== '');
  const documents = inputOf(documentPrefix, documentType);
  const plain = named(settings, { documents, queries: inputOf(queryPrefix, queryType) });
  const known = own || modelInput === 'plain' ? undefined : knownInput(modelName);
  return known === undefined ? { plain } : { plain, recommended: named(settings, known) };
}

const inputOf = (prefix: string, type: string): TextInput => ({
  prefix: prefix.replaceAll('\\n', '\n'),
  fields: type === '' ? {} : { input_type: type },
});

function named({ modelName, dimensions }: ModelSettings, input: ModelInput): ModelInUse {
  const sized = ({ prefix, fields }: TextInput): TextInput =>
    dimensions === 0 ? { prefix, fields } : { prefix, fields: { ...fields, dimensions } };
  const documents = sized(input.documents);
  const parts = [
    ...(documents.prefix === '' ? [] : [JSON.stringify(documents.prefix)]),
    ...Object.entries(documents.fields).map(([name, value]) => `${name}=${value}`),
  ];
  return { name: [modelName, ...parts].join(' + '), input: { documents, queries: sized(input.queries) } };
}
