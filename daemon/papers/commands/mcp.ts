/** `tonstift mcp`: answers assistants' queries, through the daemon if it runs. */
import { assistantServer } from '../mcp/server.js';
import { serve } from '../mcp/serve.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { withPapers } from './paper-access.js';

export const serveAssistants: Command = async (invocation) => {
  const complain = (line: string): void => invocation.complain(oneLine(`tonstift mcp: ${line}`));
  // Reports wrong settings now instead of in an answer.
  await loadSettings(invocation);
  // Connects again for each query: a daemon may start meanwhile and must not find the files locked.
  const server = assistantServer((work) => withPapers(invocation, work), invocation.version, complain);
  process.stdout.once('error', () => invocation.exit(exitCodes.done));
  await serve(server, process.stdin, complain);
  return exitCodes.done;
};
