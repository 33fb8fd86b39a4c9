/** A program of the system that starts others at login or at boot, and what to ask of it. */
export interface ServiceManager {
  /** Where the unit belongs. */
  unitPath: string;
  /** What else belongs somewhere, by its path. */
  beside: ReadonlyMap<string, string>;
  /** What is beside it, and goes with it. */
  traces: readonly string[];
  /**
   * Text of the unit that runs these words.
   * @param folders that it writes to, outside of its own
   */
  unit(command: readonly string[], folders?: readonly string[]): string;
  /** In order; a step in `mayFail` has nothing to do at times. */
  start: readonly Step[];
  restart: readonly Step[];
  stop: readonly Step[];
  afterRemoval: readonly Step[];
  query: Step;
  /** What it is doing; undefined where the answer of `query` says nothing: the manager cannot be asked. */
  stateIn(answer: Answer): State | undefined;
  /** Shows what the service has said last; follows it where that is wanted. */
  logs(follow: boolean): Step;
  /** What it has said in this run, in lines. */
  lastWords: Step;
  /** Who may do all this. */
  needsRoot: boolean;
  /** What stays when it is removed. */
  stays: string;
}

export interface State {
  isRunning: boolean;
  /** A sentence. */
  words: string;
}

export interface Step {
  words: readonly [string, ...string[]];
  mayFail?: boolean;
  /** Whether it waits until the daemon has started. */
  starts?: boolean;
}

export interface Answer {
  /** Undefined where the program could not be started. */
  code: number | undefined;
  output: string;
}
