/**
 * Glossary
 *
 * assistant  the program at the other end: it has a language model choose and fill in the tools
 * tool       a question that an assistant may ask; all of them only read
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type * as z from 'zod';
import type { PaperAccess } from '../cli/commands/paper-access.js';

/** Opens the papers, or asks the daemon, for as long as the work takes. */
export type WithPapers = <Result>(work: (access: PaperAccess) => Promise<Result>) => Promise<Result>;

/** The same answer as data, and as text for who reads only that. */
export interface Answer<Facts> {
  facts: Facts;
  text: string;
}

interface Told<Input extends z.ZodObject, Facts extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  facts: Facts;
  ask: (access: PaperAccess, input: z.output<Input>) => Promise<Answer<z.input<Facts>>>;
}

export interface Tool {
  name: string;
  told: { title: string; description: string; inputSchema: z.ZodObject; outputSchema: z.ZodObject };
  call: (papers: WithPapers, input: unknown) => Promise<CallToolResult>;
}

/** @param told `ask` throws what is said to the assistant, as a sentence */
export const tool = <Input extends z.ZodObject, Facts extends z.ZodObject>({
  name,
  title,
  description,
  input,
  facts: answer,
  ask,
}: Told<Input, Facts>): Tool => ({
  name,
  told: { title, description, inputSchema: input, outputSchema: answer },
  async call(papers, given) {
    // Read by the protocol's library before, for what it tells of is this very schema.
    const { facts, text } = await papers((access) => ask(access, given as z.output<Input>));
    return { content: [{ type: 'text', text }], structuredContent: facts };
  },
});
