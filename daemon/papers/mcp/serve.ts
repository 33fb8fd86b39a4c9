/** A server of the Model Context Protocol on standard input and output. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds to answer requests that arrived before the end of the input. */
const patience = 60_000;
/** Bytes of a message. The library ends the session, without a word, at 10 MB. */
const longestLine = 1024 * 1024;

/**
 * Resolves when the assistant has closed the input and received its answers. The library itself would wait forever.
 * @param complain reports input that violates the protocol
 */
export async function serve(server: McpServer, input: Readable, complain: (line: string) => void): Promise<void> {
  const lines = Readable.from(shortLines(input, complain), { objectMode: false });
  const transport = new StdioServerTransport(lines);
  const asked = new AskedTransport(transport);
  const closed = new Promise<void>((resolve) => (server.server.onclose = resolve));
  // A schema error is a page of JSON.
  server.server.onerror = (error) => complain('issues' in error ? 'The input is not valid MCP.' : error.message);
  const ended = Promise.race([once(lines, 'end'), once(lines, 'close'), closed]);
  await server.connect(transport);
  asked.follow();
  await ended;
  await Promise.race([asked.answered(), wait(patience, undefined, { ref: false })]);
  await server.close();
}

/** Yields the lines of the input. Leaves out those that are too long, and reports each. */
async function* shortLines(input: Readable, complain: (line: string) => void): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length;) {
      const end = chunk.indexOf(10, at) + 1;
      const part = chunk.subarray(at, end === 0 ? chunk.length : end);
      at += part.length;
      length += part.length;
      if (length <= longestLine) parts.push(part);
      else parts = [];
      if (end === 0) continue;
      if (length <= longestLine) yield Buffer.concat(parts);
      else complain(`A message of ${length} bytes was skipped: the limit is ${longestLine} bytes.`);
      [parts, length] = [[], 0];
    }
}

/** Tracks the running requests. */
class AskedTransport {
  private readonly open = new Set<RequestId>();
  private done: (() => void) | undefined;

  constructor(private readonly transport: StdioServerTransport) {}

  /** Starts tracking. Call it after the server has connected. */
  follow(): void {
    const { transport } = this;
    const [take, send] = [transport.onmessage, transport.send.bind(transport)];
    transport.onmessage = (message: JSONRPCMessage) => {
      if ('method' in message && 'id' in message) this.open.add(message.id);
      take?.(message);
    };
    transport.send = async (message) => {
      await send(message);
      if ('method' in message || !('id' in message) || message.id === undefined) return;
      this.open.delete(message.id);
      if (this.open.size === 0) this.done?.();
    };
  }

  async answered(): Promise<void> {
    if (this.open.size > 0) await new Promise<void>((resolve) => (this.done = resolve));
  }
}
