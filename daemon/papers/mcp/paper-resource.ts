/** Offers each paper as a resource `tonstift://paper/UID`, for assistants whose users choose what to read. */
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { percentDecoded } from '../../../workers/base/text/percent-decoded.js';
import type { WithPapers } from './tool.js';
import { textOfPaper, wholePaper } from './whole-paper.js';

export function offerPapers(server: McpServer, papers: WithPapers): void {
  const template = new ResourceTemplate('tonstift://paper/{+uid}', { list: undefined });
  const definition = { title: 'A paper', description: 'All data of a paper, by its uid.', mimeType: 'text/plain' };
  server.registerResource('paper', template, definition, async (uri, { uid = '' }) => {
    const asked = percentDecoded(String(uid));
    const text = textOfPaper(wholePaper(await papers((access) => access.record(asked))));
    return { contents: [{ uri: uri.href, mimeType: definition.mimeType, text }] };
  });
}
