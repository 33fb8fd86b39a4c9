/** The service manager: a system program that starts the daemon at login or at boot. */
export interface ServiceManager {
  /** The path of the unit. */
  unitPath: string;
  /** The path of the unit in a package of the distribution. */
  packagedPath?: string;
  /** Further files, by path. */
  beside: ReadonlyMap<string, string>;
  /** Files that the manager creates. They are deleted with the unit. */
  traces: readonly string[];
  /**
   * Returns the text of a unit that runs this command.
   * @param folders that the service writes to, outside its own
   */
  unit(command: readonly string[], folders?: readonly string[]): string;
  /** Steps in order. A step with `mayFail` may have no effect. */
  start: readonly Step[];
  restart: readonly Step[];
  stop: readonly Step[];
  afterRemoval: readonly Step[];
  query: Step;
  /** Parses the answer of `query`; undefined if the manager cannot be reached. */
  stateIn(answer: Answer): State | undefined;
  /** Prints the last lines of the service's log; with `follow` also new ones. */
  logs(follow: boolean): Step;
  /** Prints the last lines of this run. */
  lastWords: Step;
  /** True if these steps need root. */
  needsRoot: boolean;
  /** A sentence about what remains after removal. */
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
  /** True if the step waits until the daemon has started. */
  starts?: boolean;
}

export interface Answer {
  /** Undefined if the program could not be started. */
  code: number | undefined;
  output: string;
}
