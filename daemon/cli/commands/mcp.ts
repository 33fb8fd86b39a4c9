/** `tonstift mcp`: assistants ask for papers, through the daemon where it runs, else without it. */
import { assistantServer } from '../../mcp/server.js';
import { serve } from '../../mcp/serve.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withPapers } from './paper-access.js';

export const serveAssistants: Command = async (invocation) => {
  const complain = (line: string): void => invocation.complain(oneLine(`tonstift mcp: ${line}`));
  // What is wrong in them is better said now than in answer to a question.
  await loadSettings(invocation);
  // Opened anew for each question: meanwhile a daemon may start, which must find nothing locked.
  const server = assistantServer((work) => withPapers(invocation, work), invocation.version, complain);
  await serve(server, process.stdin, complain);
  return exitCodes.done;
};
