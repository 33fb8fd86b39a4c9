/** Stores the progress of the first run in a file next to the settings. Once it has ended, it is never due again. */
import * as z from 'zod/v4';
import type { FirstRunService, FirstRunState, SheetFile } from '../../../http/features/first-run/service.js';
import { messageOf } from '../../../workers/base/errors.js';
import { JsonStore } from '../../../workers/base/files/json-store.js';
import type { Log } from '../../../workers/base/ports.js';
import {
  aids,
  fresh,
  progressAfter,
  steps,
  type Action,
  type Progress,
  type Step,
} from '../../../http/features/first-run/progress.js';
import type { EventBus } from '../../events.js';

export interface FirstRunParts {
  /** Absolute path of the file. */
  path: string;
  /** Returns true if there is a library and it is empty. */
  isEmpty: () => boolean;
  sheetFile: () => SheetFile;
  events: EventBus;
  log: Log;
}

const current = z.object({
  step: z.enum(steps),
  ended: z.boolean(),
  answered: z.boolean(),
  later: z.boolean(),
  aid: z.enum(aids).nullable(),
});
/** The former steps were music, paper and pen. Its `paper` was a test sheet, and it had no question. */
const former = z
  .strictObject({ step: z.enum(['music', 'paper', 'pen']), ended: z.boolean() })
  .transform(({ step, ended }): Progress => ({ ...fresh, step: step === 'music' ? 'music' : 'pen', ended }));
const schema = z.union([current, former]);

export class FirstRun implements FirstRunService {
  private wasEmpty: boolean;

  private constructor(
    private readonly parts: FirstRunParts,
    private readonly store: JsonStore<Progress>,
  ) {
    this.wasEmpty = parts.isEmpty();
  }

  /** If the file cannot be read, the steps are shown again. */
  static async open(parts: FirstRunParts): Promise<FirstRun> {
    const { path, log } = parts;
    const onBroken = (why: string): void => log.warn(`Cannot read the progress of the first run from ${path}: ${why}`);
    return new FirstRun(parts, await JsonStore.open({ path, schema, fallback: fresh, onBroken }));
  }

  /** The first album in an empty library completes the first step. @returns a function that unsubscribes */
  follow(): () => void {
    return this.parts.events.subscribe(({ type }) => {
      const { ended, step } = this.store.value;
      if (type === 'album.added' && this.wasEmpty && !ended && step === 'music')
        void this.change((now) => ({ ...progressAfter(now, 'next', 'music'), later: now.later })).catch(
          (error: unknown) => this.parts.log.warn(messageOf(error)),
        );
      if (type === 'album.added' || type === 'album.removed' || type === 'library.changed')
        this.wasEmpty = this.parts.isEmpty();
    });
  }

  state(): FirstRunState {
    const { later, ...now } = this.store.value;
    return { due: !now.ended && !later && (now.step !== 'music' || this.parts.isEmpty()), ...now };
  }

  act(action: Action, step?: Step): Promise<void> {
    return this.change((now) => progressAfter(now, action, step));
  }

  sheetFile(): SheetFile {
    return this.parts.sheetFile();
  }

  /** Takes effect when it is on the disk. @throws the system's error if it cannot be written */
  private async change(next: (now: Progress) => Progress): Promise<void> {
    const before = JSON.stringify(this.store.value);
    await this.store.update(next);
    if (JSON.stringify(this.store.value) !== before) this.parts.events.emit('first-run.changed', this.state());
  }
}

declare module '../../events.js' {
  interface EventData {
    'first-run.changed': FirstRunState;
  }
}
