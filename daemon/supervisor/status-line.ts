/** The status of the daemon in one line, for `systemctl status`. */
import type { DaemonStatus } from '../../http/resources/status/service.js';
import { counted } from '../../workers/base/text/counted.js';

export function statusLine(address: string, { inbox, library, pens, problems }: DaemonStatus): string {
  const wrong = Object.values(problems).reduce((sum, count) => sum + count, 0);
  const parts = [
    library.away === null ? counted(library.albums, 'album') : 'the library is not available',
    library.building > 0 && `${library.building} being built`,
    inbox.arriving.length > 0 && `${inbox.arriving.length} arriving`,
    pens.length > 0 && `${counted(pens.length, 'pen')} connected`,
    wrong > 0 && counted(wrong, 'problem'),
  ].filter((part) => part !== false);
  return `${address} · ${parts.join(', ')}`;
}
