/** Applies changed settings of the papers immediately. */
import type { Settings } from '../../config/settings.js';
import type { DaemonLog } from '../log/log.js';
import { reopeningFields, type Papers } from './papers.js';
import { settingSecrets } from './secrets.js';

export function followPaperSettings(settings: Settings, papers: Papers, log: DaemonLog): void {
  const hide = (): void => {
    for (const secret of settingSecrets(settings.current)) log.redact(secret);
  };
  hide();
  let due: Promise<void> | null = null;
  // Several changes at once cause one reopening.
  const reopen = (): void => {
    hide();
    due ??= Promise.resolve().then(() => {
      due = null;
      papers.reopen();
    });
  };
  for (const name of reopeningFields) settings.onChange(name, reopen);
  settings.onChange('embed_schedule', () => papers.followSchedule());
}
