/**
 * The steps of a tap, in order.
 *
 * Steps are generated on demand: a player requests the next step when a sound has ended, and none after an
 * interruption. The remaining steps then never happen, as on a pen.
 */

/** Why a tap is over, or why nothing happened. Each has its sentence, `tap.end.…`. */
export type End =
  /** A line ran, or the file was loaded. */
  | 'done'
  /** No file is loaded: tap the start field first. */
  | 'no_file'
  /** The product code of the file that is already loaded. */
  | 'again'
  /** The product code of another file: this one is unloaded. */
  | 'other_product'
  /** A code that selects the pen's language. */
  | 'language_code'
  /** The pen does not read codes this high. */
  | 'too_high'
  | 'no_script'
  /** No line's conditions hold. */
  | 'no_line'
  /** The stop symbol. */
  | 'stopped'
  /** The replay symbol before any sound. */
  | 'nothing_to_repeat';

/**
 * Something that this pen does not support, or whose effect is unknown; it is skipped. Each has its sentence,
 * `tap.unknown.…`.
 */
export type Unknown =
  | { readonly what: 'action'; readonly opcode: number }
  | { readonly what: 'condition'; readonly operator: number }
  /** A game of the game table: most of its logic is in the pen. */
  | { readonly what: 'game'; readonly game: number }
  /** The file has programs for the pen's processor. */
  | { readonly what: 'programs' }
  | { readonly what: 'profile'; readonly profile: number }
  /** Division by zero: the register keeps its value. */
  | { readonly what: 'zero'; readonly register: number }
  /** A timer of 0 × 100 ms, which never fires. */
  | { readonly what: 'timer' };

/** A line of a script, counted from 0; `code` is null for the timer's script. */
export interface Place {
  readonly code: number | null;
  readonly line: number;
}

export type Step =
  /** The file is loaded and its registers are set. */
  | { readonly kind: 'load'; readonly product: number }
  /** The line's conditions hold, so it runs. */
  | ({ readonly kind: 'line' } & Place)
  | { readonly kind: 'register'; readonly register: number; readonly before: number; readonly after: number }
  /** A sound. The next step happens at its end. Media count from 0. */
  | { readonly kind: 'play'; readonly medium: number }
  /** Continues with the script of this code. */
  | { readonly kind: 'jump'; readonly code: number }
  /** Arms a timer with this period in milliseconds; 0 cancels it. */
  | { readonly kind: 'timer'; readonly period: number }
  | { readonly kind: 'unknown'; readonly unknown: Unknown }
  /** Always the last. */
  | { readonly kind: 'end'; readonly why: End };

export type Steps = Generator<Step, void, void>;
