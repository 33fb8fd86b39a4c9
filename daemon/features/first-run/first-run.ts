/**
 * Stores the progress of the first run in a file next to the settings. After it is completed or skipped, it is never
 * shown again.
 */
import * as z from 'zod/v4';
import {
  stepAfter,
  steps,
  type FirstRunService,
  type FirstRunState,
  type Step,
} from '../../../http/features/first-run/service.js';
import { messageOf } from '../../../workers/base/errors.js';
import { JsonStore } from '../../../workers/base/files/json-store.js';
import type { Log } from '../../../workers/base/ports.js';
import type { EventBus } from '../../events.js';

export interface FirstRunParts {
  /** Absolute path of the file. */
  path: string;
  /** Whether there is a library, and it is empty. */
  isEmpty: () => boolean;
  events: EventBus;
  log: Log;
}

const stored = z.object({ step: z.enum(steps), ended: z.boolean() });
type Stored = z.output<typeof stored>;

const fresh: Stored = { step: 'music', ended: false };

export class FirstRun implements FirstRunService {
  private wasEmpty: boolean;

  private constructor(
    private readonly parts: FirstRunParts,
    private readonly store: JsonStore<Stored>,
  ) {
    this.wasEmpty = parts.isEmpty();
  }

  /** If the file cannot be read, the steps are shown again. */
  static async open(parts: FirstRunParts): Promise<FirstRun> {
    const { path, log } = parts;
    const onBroken = (why: string): void => log.warn(`Cannot read the progress of the first run from ${path}: ${why}`);
    return new FirstRun(parts, await JsonStore.open({ path, schema: stored, fallback: fresh, onBroken }));
  }

  private get data(): Stored {
    return this.store.value;
  }

  /** The first album in an empty library completes the first step. @returns a function that unsubscribes */
  follow(): () => void {
    return this.parts.events.subscribe(({ type }) => {
      if (type === 'album.added' && this.wasEmpty && !this.data.ended && this.data.step === 'music')
        void this.done('music').catch((error: unknown) => this.parts.log.warn(messageOf(error)));
      if (type === 'album.added' || type === 'album.removed' || type === 'library.changed')
        this.wasEmpty = this.parts.isEmpty();
    });
  }

  state(): FirstRunState {
    const { step, ended } = this.data;
    return { due: !ended && (step !== 'music' || this.parts.isEmpty()), step };
  }

  done(step: Step): Promise<void> {
    const next = stepAfter(step);
    // Repeating an earlier step does not reset the later ones.
    const isLater = next !== null && steps.indexOf(next) > steps.indexOf(this.data.step);
    if (next === null) return this.end();
    return isLater ? this.change({ step: next }) : Promise.resolve();
  }

  end(): Promise<void> {
    return this.data.ended ? Promise.resolve() : this.change({ ended: true });
  }

  /** Takes effect when it is on the disk. @throws the system's error if it cannot be written */
  private async change(changes: Partial<Stored>): Promise<void> {
    await this.store.update((data) => ({ ...data, ...changes }));
    this.parts.events.emit('first-run.changed', this.state());
  }
}

declare module '../../events.js' {
  interface EventData {
    'first-run.changed': FirstRunState;
  }
}
