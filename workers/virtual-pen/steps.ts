/**
 * What happens at a tap, step by step and in order.
 *
 * Steps come one at a time, as they are asked for: who plays a sound asks for the next step when it has ended, and who
 * interrupts it asks for none. What would have happened later then never happens, as on a pen.
 */

/** Why a tap is over, and for most: why nothing happened. Each has its sentence, `tap.end.…`. */
export type End =
  /** A line ran, or the file was loaded. */
  | 'done'
  /** Nothing is loaded: the start field comes first. */
  | 'no_file'
  /** The file's own product code, while it is loaded. */
  | 'again'
  /** The product code of another file: this one is forgotten. */
  | 'other_product'
  /** One of the codes that choose the pen's language. */
  | 'language_code'
  /** The file is for pens of another language. */
  | 'other_language'
  /** A code that the pen does not read. */
  | 'too_high'
  | 'no_script'
  /** No line's conditions hold. */
  | 'no_line'
  /** The stop symbol. */
  | 'stopped'
  /** The replay symbol, before anything was heard. */
  | 'nothing_to_repeat';

/** What this pen cannot do, or nobody knows how a pen does it; it goes on. Each has its sentence, `tap.unknown.…`. */
export type Unknown =
  | { readonly what: 'action'; readonly opcode: number }
  | { readonly what: 'condition'; readonly operator: number }
  /** A game of the game table: most of it is in the pen. */
  | { readonly what: 'game'; readonly game: number }
  /** The file has programs for the pen's processor. */
  | { readonly what: 'programs' }
  | { readonly what: 'profile'; readonly profile: number }
  /** The register keeps its value. */
  | { readonly what: 'zero'; readonly register: number }
  /** A timer of 0 × 100 ms: it never fires. */
  | { readonly what: 'timer' };

/** A line of a script; `code` is null for the timer's. Lines count from 0. */
export interface Place {
  readonly code: number | null;
  readonly line: number;
}

export type Step =
  /** The file is loaded, and its registers are set. */
  | { readonly kind: 'load'; readonly product: number; readonly language: string }
  /** This line's conditions hold: it runs. */
  | ({ readonly kind: 'line' } & Place)
  | { readonly kind: 'register'; readonly register: number; readonly before: number; readonly after: number }
  /** Sound. The next step is what happens at its end. Media count from 0. */
  | { readonly kind: 'play'; readonly medium: number }
  /** It goes on with the script of this code. */
  | { readonly kind: 'jump'; readonly code: number }
  /** A game ends, in an album what is playing. */
  | { readonly kind: 'cancel' }
  /** A timer of so many milliseconds is armed; 0: the armed one ends. */
  | { readonly kind: 'timer'; readonly period: number }
  | { readonly kind: 'unknown'; readonly unknown: Unknown }
  /** Always the last. */
  | { readonly kind: 'end'; readonly why: End };

export type Steps = Generator<Step, void, void>;
