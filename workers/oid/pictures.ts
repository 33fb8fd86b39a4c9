/**
 * Ten small pictures of dots that a tile must not hold to be even (docs/oid.md, "Code → raw value"). Two rows of three
 * dots, two characters a dot: a condition on its shift in x, one on its shift in y.
 */
const pictures: readonly (readonly [upper: string, lower: string])[] = [
  ['++ -+ ..', '.- .. ..'], // tight corner
  ['-+ .. ..', '+- -+ ..'], // tight corner, neighbours slid outwards
  ['.p .+ .p', '.- .- .-'], // three closing pairs side by side
  ['.+ .- .+', '.- .+ .-'], // closing, opening, closing
  ['.- .- .-', '.+ .. .+'], // opening, straight or opening, opening
  ['n. .- .-', '.. .+ .p'], // two opening pairs side by side
  ['-- +- ..', '-. .+ ..'], // open block
  ['n. .n p.', '.+ .+ .+'], // an opening pair into whose gap no neighbour leans
  ['-. .- .-', '.+ .+ +.'],
  ['-+ .- ++', 'n. .+ .p'],
];

/** A shift's sign as one bit: 1 negative, 2 zero, 4 positive. A condition is the set of signs it allows. */
export const signBit = (sign: number): number => 1 << (Math.sign(sign) + 1);

const allowed: Readonly<Record<string, number>> = { '+': 4, '-': 1, p: 6, n: 3, '.': 7 };

/** One dot of a picture: its place, and the signs its shift may have. */
export interface Condition {
  x: number;
  y: number;
  xSigns: number;
  ySigns: number;
}

const negated = (signs: number): number => (signs & 2) | ((signs & 1) << 2) | ((signs & 4) >> 2);

const transposed = ({ x, y, xSigns, ySigns }: Condition): Condition => ({ x: y, y: x, xSigns: ySigns, ySigns: xSigns });
const mirrored = ({ x, y, xSigns, ySigns }: Condition): Condition => ({ x: -x, y, xSigns: negated(xSigns), ySigns });

function parsed(rows: readonly [string, string]): Condition[] {
  const conditions = rows.flatMap((row, y) =>
    row.split(' ').map((dot, x) => ({ x, y, xSigns: allowed[dot[0] ?? ''] ?? 0, ySigns: allowed[dot[1] ?? ''] ?? 0 })),
  );
  return conditions.filter(({ xSigns, ySigns }) => xSigns !== 7 || ySigns !== 7);
}

/** Every picture in its eight rotations and mirrorings. */
export function turnedPictures(): Condition[][] {
  return pictures.flatMap((rows) => {
    const plain = parsed(rows);
    return [plain, plain.map(transposed)].flatMap((one) => {
      const flipped = one.map(mirrored);
      return [one, flipped].flatMap((two) => [two, two.map(transposed).map(mirrored).map(transposed)]);
    });
  });
}
