/**
 * Ten small pictures of dots that an even tile must not contain (docs/oid.md, "Code → raw value"). Each has two rows of
 * three dots. Each dot has two characters: a condition on its shift in x and one on its shift in y.
 */
const pictures: readonly (readonly [upper: string, lower: string])[] = [
  ['++ -+ ..', '.- .. ..'], // tight corner
  ['-+ .. ..', '+- -+ ..'], // tight corner, neighbours slid outwards
  ['.p .+ .p', '.- .- .-'], // three adjacent closing pairs
  ['.+ .- .+', '.- .+ .-'], // closing, opening, closing
  ['.- .- .-', '.+ .. .+'], // opening, straight or opening, opening
  ['n. .- .-', '.. .+ .p'], // two adjacent opening pairs
  ['-- +- ..', '-. .+ ..'], // open block
  ['n. .n p.', '.+ .+ .+'], // an opening pair with no neighbour shifted into its gap
  ['-. .- .-', '.+ .+ +.'],
  ['-+ .- ++', 'n. .+ .p'],
];

/** Encodes the sign of a shift as one bit: 1 negative, 2 zero, 4 positive. A condition is a set of allowed signs. */
export const signBit = (sign: number): number => 1 << (Math.sign(sign) + 1);

const allowed: Readonly<Record<string, number>> = { '+': 4, '-': 1, p: 6, n: 3, '.': 7 };

/** One dot of a picture: its position, and the allowed signs of its shift. */
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

/** Returns every picture in all eight rotations and reflections. */
export function turnedPictures(): Condition[][] {
  return pictures.flatMap((rows) => {
    const plain = parsed(rows);
    return [plain, plain.map(transposed)].flatMap((one) => {
      const flipped = one.map(mirrored);
      return [one, flipped].flatMap((two) => [two, two.map(transposed).map(mirrored).map(transposed)]);
    });
  });
}
