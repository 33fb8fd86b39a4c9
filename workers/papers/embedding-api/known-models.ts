/**
 * The input that known models expect in addition to the text, by their names. Servers abbreviate names:
 * `nomic-embed-text` and `text-embedding-nomic-embed-text-v1.5` are the same model.
 */
import { plainInput, type ModelInput, type TextInput } from './model-input.js';

interface KnownModel {
  name: RegExp;
  input: ModelInput;
}

const prefixed = (prefix: string): TextInput => ({ prefix, fields: {} });
const typed = (fields: TextInput['fields']): TextInput => ({ prefix: '', fields });
const forQueries = (prefix: string): ModelInput => ({ documents: plainInput, queries: prefixed(prefix) });

const instruction = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\n';
const passages = 'Represent this sentence for searching relevant passages: ';

/** The first match counts. */
const knownModels: readonly KnownModel[] = [
  // https://huggingface.co/Qwen/Qwen3-Embedding-4B
  { name: /qwen3-embedding/, input: forQueries(`${instruction}Query:`) },
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
  {
    name: /nomic-embed-text/,
    input: { documents: prefixed('search_document: '), queries: prefixed('search_query: ') },
  },
  // https://docs.nvidia.com/nim/nemo-retriever/text-embedding/latest/use-the-api-openai.html
  {
    name: /^nvidia\/|nv-embed|nemoretriever/,
    input: { documents: typed({ input_type: 'passage' }), queries: typed({ input_type: 'query' }) },
  },
  // https://huggingface.co/intfloat/multilingual-e5-large-instruct
  { name: /\be5-(?:.*-)?instruct/, input: forQueries(`${instruction}Query: `) },
  // https://huggingface.co/intfloat/multilingual-e5-large
  {
    name: /\be5-(?:small|base|large)/,
    input: { documents: prefixed('passage: '), queries: prefixed('query: ') },
  },
  // https://huggingface.co/BAAI/bge-large-en-v1.5; bge-m3 expects nothing
  { name: /bge-(?:small|base|large)-en/, input: forQueries(passages) },
  // https://huggingface.co/BAAI/bge-large-zh-v1.5
  { name: /bge-(?:small|base|large)-zh/, input: forQueries('为这个句子生成表示以用于检索相关文章：') },
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
  { name: /mxbai-embed-large/, input: forQueries(passages) },
  // https://huggingface.co/google/embeddinggemma-300m
  {
    name: /embedding-?gemma/,
    input: { documents: prefixed('title: none | text: '), queries: prefixed('task: search result | query: ') },
  },
  // https://huggingface.co/jinaai/jina-embeddings-v3
  {
    name: /jina-embeddings-v[34]/,
    input: { documents: typed({ task: 'retrieval.passage' }), queries: typed({ task: 'retrieval.query' }) },
  },
  // https://docs.voyageai.com/docs/embeddings
  {
    name: /^voyage-/,
    input: { documents: typed({ input_type: 'document' }), queries: typed({ input_type: 'query' }) },
  },
  // https://docs.cohere.com/reference/embed
  {
    name: /embed-(?:english|multilingual)(?:-light)?-v3|\bembed-v-?4/,
    input: { documents: typed({ input_type: 'search_document' }), queries: typed({ input_type: 'search_query' }) },
  },
];

/** Returns undefined for an unknown model. */
export const knownInput = (model: string): ModelInput | undefined =>
  knownModels.find(({ name }) => name.test(model.toLowerCase()))?.input;
