/**
 * Glossary
 *
 * assistant  the client program: its language model chooses tools and their arguments
 * tool       a read-only query that an assistant can call
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type * as z from 'zod/v4';
import type { PaperAccess } from '../commands/paper-access.js';

/** Opens the papers, or connects to the daemon, while `work` runs. */
export type WithPapers = <Result>(work: (access: PaperAccess) => Promise<Result>) => Promise<Result>;

/** The answer as data, and as text for assistants that read only text. */
export interface Answer<Facts> {
  facts: Facts;
  text: string;
}

interface ToolParts<Input extends z.ZodObject, Facts extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  facts: Facts;
  ask: (access: PaperAccess, input: z.output<Input>) => Promise<Answer<z.input<Facts>>>;
}

export interface Tool {
  name: string;
  definition: { title: string; description: string; inputSchema: z.ZodObject; outputSchema: z.ZodObject };
  call: (papers: WithPapers, input: unknown) => Promise<CallToolResult>;
}

/** If `ask` throws an error, the assistant gets its message. */
export const tool = <Input extends z.ZodObject, Facts extends z.ZodObject>({
  name,
  title,
  description,
  input,
  facts: answer,
  ask,
}: ToolParts<Input, Facts>): Tool => ({
  name,
  definition: { title, description, inputSchema: input, outputSchema: answer },
  async call(papers, given) {
    // The protocol's library has already validated the input with this schema.
    const { facts, text } = await papers((access) => ask(access, given as z.output<Input>));
    return { content: [{ type: 'text', text }], structuredContent: facts };
  },
});
