/** How far a first run is, in a file beside the settings: done or skipped once, it is never shown again. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import {
  stepAfter,
  steps,
  type FirstRunService,
  type FirstRunState,
  type Step,
} from '../../http/resources/first-run/service.js';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import type { Log } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';

export interface FirstRunParts {
  /** Absolute path of the file. */
  path: string;
  /** Whether there is a library, and nothing in it. */
  isEmpty: () => boolean;
  events: EventBus;
  log: Log;
}

const stored = z.object({ step: z.enum(steps), ended: z.boolean() });
type Stored = z.output<typeof stored>;

const fresh: Stored = { step: 'music', ended: false };

export class FirstRun implements FirstRunService {
  private data: Stored;
  private wasEmpty: boolean;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: FirstRunParts) {
    this.data = read(parts);
    this.wasEmpty = parts.isEmpty();
  }

  /** The first album that comes into an empty library is the first step. @returns what ends it */
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
    // Who looks at an earlier step again has done the later ones nevertheless.
    const isLater = next !== null && steps.indexOf(next) > steps.indexOf(this.data.step);
    if (next === null) return this.end();
    return isLater ? this.change({ ...this.data, step: next }) : Promise.resolve();
  }

  end(): Promise<void> {
    return this.data.ended ? Promise.resolve() : this.change({ ...this.data, ended: true });
  }

  /** In force when it is on the disk. @throws the system's error where it cannot be written */
  private change(data: Stored): Promise<void> {
    const { path, events } = this.parts;
    this.writing = this.writing
      .catch(() => undefined)
      .then(async () => {
        await writeDurably(path, `${JSON.stringify(data)}\n`);
        this.data = data;
        events.emit('first-run.changed', this.state());
      });
    return this.writing;
  }
}

/** What cannot be read is as good as nothing: the steps are shown once more at worst. */
function read({ path, log }: FirstRunParts): Stored {
  try {
    return stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') log.warn(`How far the first run is cannot be read from ${path}.`);
    return fresh;
  }
}
