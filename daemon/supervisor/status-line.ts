/** The status of the daemon in one line, for `systemctl status`. */
import type { DaemonStatus } from '../../http/resources/status/service.js';

const some = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

export function statusLine(address: string, { inbox, library, pens, problems }: DaemonStatus): string {
  const wrong = Object.values(problems).reduce((sum, count) => sum + count, 0);
  const parts = [
    library.away === null ? some(library.albums, 'album') : 'the library is not available',
    library.building > 0 && `${library.building} being built`,
    inbox.arriving.length > 0 && `${inbox.arriving.length} arriving`,
    pens.length > 0 && `${some(pens.length, 'pen')} connected`,
    wrong > 0 && some(wrong, 'problem'),
  ].filter((part) => part !== false);
  return `${address} · ${parts.join(', ')}`;
}
