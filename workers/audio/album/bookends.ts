/** Finds the files that begin or end a book by their names: `Prolog`, `Epilog - …`. */

const opening = [
  'prolog|vorwort|einleitung|intro|prologue|preface|foreword|introduction|préface|avant-propos',
  'proloog|voorwoord|inleiding',
];
const closing = ['epilog|nachwort|abspann|outro|epilogue|afterword|épilogue|postface|epiloog|nawoord'];
const begins = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})(?!\\p{L})`, 'iu');
const [opens, closes] = [begins(opening), begins(closing)];

/** Returns -1 for a name that begins a book, 1 for one that ends it, else 0. @param bare as `bareName` returns it */
export const bookendOf = (bare: string): number => (opens.test(bare) ? -1 : closes.test(bare) ? 1 : 0);
