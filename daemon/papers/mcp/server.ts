/** The tools that assistants can use on the papers, by the Model Context Protocol. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { offerPapers } from './paper-resource.js';
import type { Tool, WithPapers } from './tool.js';
import { countsOverTime } from './tools/counts-over-time.js';
import { fetchPaper } from './tools/fetch-paper.js';
import { listConferences } from './tools/list-conferences.js';
import { moreLikeThis } from './tools/more-like-this.js';
import { searchPapers } from './tools/search-papers.js';

const tools: readonly Tool[] = [searchPapers, fetchPaper, moreLikeThis, listConferences, countsOverTime];

const instructions =
  "The user's own collection of scientific papers (titles, abstracts, authors, links), on this machine. Search it " +
  'first, read the best papers with fetch_paper, find similar ones with more_like_this, and use the citation of ' +
  'fetch_paper. All tools are read-only.';

/** All tools are read-only. */
const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };

/** @param complain reports unexpected errors */
export function assistantServer(papers: WithPapers, version: string, complain: (line: string) => void): McpServer {
  const server = new McpServer({ name: 'tonstift', title: 'Tonstift papers', version }, { instructions });
  for (const { name, definition, call } of tools)
    server.registerTool(name, { ...definition, annotations }, async (input: unknown): Promise<CallToolResult> => {
      try {
        return await call(papers, input);
      } catch (thrown) {
        if (!(thrown instanceof TonstiftError))
          complain(`${name}: ${String(thrown instanceof Error ? thrown.stack : thrown)}`);
        return { isError: true, content: [{ type: 'text', text: messageOf(thrown) }] };
      }
    });
  offerPapers(server, papers);
  return server;
}
