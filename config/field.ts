/** One row of the table of settings. Each helper stores its facts and creates the schema for a raw value. */
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod/v4';
import { refusedAs, takenAs } from '../workers/base/input/schema.js';
import { shown } from '../workers/base/input/shown.js';
import { say, type Words } from '../workers/base/language/sentence.js';
import { withHome, type Places } from './places.js';
import { isUrl, withoutSecrets } from './url.js';

/** `place` is a path or a URL. Passwords and keys in such a URL are never shown, and backups do not contain it. */
export type FieldType =
  | 'text'
  | 'secret'
  | 'path'
  | 'url'
  | 'place'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'list';

/** The groups of the settings page. */
export const groupTitles = {
  places: 'Places',
  pen: 'Pen',
  print: 'Printing',
  sound: 'Sound',
  papers: 'Papers',
  network: 'Network',
  log: 'Log',
} as const;

export type FieldGroup = keyof typeof groupTitles;

/** The base of relative paths. */
export interface PathBase {
  /** Home folder of the user, for `~`. */
  user: string;
  /** The folder for relative paths; null rejects them. */
  folder: string | null;
}

/**
 * The condition for changing the field over HTTP. The command line and the file have none.
 * open      every client with access may change it
 * folder    the folder must be new, empty or ours (`daemon/settings/folders.ts`)
 * password  it names a program or a database, or decides about access: the current password is required
 */
export type Guard = 'open' | 'folder' | 'password';

interface Facts<Value> {
  /** Shown as the default on the settings page and in the help; a function if it depends on the machine. */
  default: Value | ((places: Places) => Value);
  group: FieldGroup;
  guard: Guard;
  /** For the address of a server: the setting with the token that is sent there. */
  receives?: string;
  /** A further environment variable. It has priority over `TONSTIFT_…`. */
  environment?: string;
  /** True if a change takes effect only after a restart. */
  needsRestart?: boolean;
  /** True if the settings page shows it at once. The others are shown on request. */
  isSimple?: true;
  /** Whether it names folders that the program writes to, or a file: a service of the system needs access to them. */
  isWritten?: 'folder' | 'file';
  /** True if it names files of ours, which must not be in the inbox or among temporary files. */
  isKept?: true;
  /** One or two sentences for a person. */
  help: string;
  /** A further check of the value. Its message has neither the value nor a full stop: `must name a folder`. */
  check?: z.ZodType<Value, Value>;
}

export interface Field<Value> extends Facts<Value> {
  type: FieldType;
  needsRestart: boolean;
  /** For `choice`. */
  choices?: readonly (Value & string)[];
  /** For `integer` and `number`, inclusive. */
  min?: number;
  max?: number;
  /** For a flag, a variable, a JSON value or a form field. Its messages never contain a secret. */
  schema: (base: PathBase) => z.ZodType<Value>;
}

/** The expected value in words, and the schema. */
type Read<Value> = (base: PathBase) => [expected: Words, schema: z.ZodType<Value>];

const field = <Value>(type: FieldType, facts: Facts<Value>, read: Read<Value>): Field<Value> => ({
  needsRestart: false,
  ...facts,
  type,
  schema(base) {
    const [expected, schema] = read(base);
    const value: z.ZodType<Value> = refusedAs(schema, () => say('wrong.must_be', { expected }));
    return refusedAs(facts.check === undefined ? value : both(value, facts.check), (raw, problem) =>
      type === 'secret'
        ? say('wrong.ends', { problem })
        : say('wrong.not', { problem, value: shown(withoutSecrets(raw)) }),
    );
  },
});

const both = <Value>(value: z.ZodType<Value>, check: z.ZodType<Value, Value>) =>
  takenAs(z.intersection(value, check), value.pipe(check));

export const text = (facts: Facts<string>): Field<string> =>
  field('text', facts, () => [say('wrong.text'), z.string().trim()]);

/** Keeps spaces at the ends. */
export const exactText = (facts: Facts<string>): Field<string> =>
  field('text', facts, () => [say('wrong.text'), z.string()]);

export const secret = (facts: Facts<string>): Field<string> =>
  field('secret', facts, () => [say('wrong.text'), z.string()]);

export const url = (facts: Facts<string>): Field<string> =>
  field('url', facts, () => [say('wrong.text'), z.string().trim()]);

const pathFrom = ({ user, folder }: PathBase) =>
  z
    .string()
    .transform((given) => withHome(given, user))
    .refine((given) => given === '' || folder !== null || isAbsolute(given))
    .transform((given) => (given === '' ? '' : resolve(folder ?? '/', given)));

export const path = (facts: Facts<string>): Field<string> =>
  field('path', facts, (base) => [say(base.folder === null ? 'wrong.path_absolute' : 'wrong.path'), pathFrom(base)]);

export const place = (facts: Facts<string>): Field<string> =>
  field('place', facts, (base) => [
    say(base.folder === null ? 'wrong.place_absolute' : 'wrong.place'),
    z.union([z.string().trim().refine(isUrl), pathFrom(base)]),
  ]);

const numeric =
  (type: 'integer' | 'number', what: 'wrong.whole_number' | 'wrong.number', decimal: RegExp) =>
  (min: number, max: number, facts: Facts<number>): Field<number> => ({
    ...field(type, facts, () => {
      const value = (type === 'integer' ? z.int() : z.number()).min(min).max(max);
      const text = z
        .string()
        .trim()
        .regex(decimal)
        .transform((digits) => Number(digits.replace(',', '.')));
      const expected = say(what, { min: String(min), max: String(max) });
      return [expected, takenAs(value, z.union([text, z.number()]).pipe(value))];
    }),
    min,
    max,
  });

export const integer = numeric('integer', 'wrong.whole_number', /^[+-]?\d{1,15}$/);
/** Some keyboards of phones have only a comma. One before three digits may separate thousands. */
export const number = numeric('number', 'wrong.number', /^[+-]?(\d{1,15}\.?\d*|0?,\d+|\d{1,15},(?!\d{3}$)\d*|\.\d+)$/);

const words = { truthy: ['true', '1', 'on', 'yes'], falsy: ['false', '0', 'off', 'no'] };

export const boolean = (facts: Facts<boolean>): Field<boolean> =>
  field('boolean', facts, () => [
    say('wrong.boolean'),
    takenAs(
      z.boolean(),
      z.union([z.boolean(), z.union([z.string().trim(), z.number().transform(String)]).pipe(z.stringbool(words))]),
    ),
  ]);

const inARow = (first: Words, last: Words): Words => say('list.comma', { first, last });

/** Ignores upper and lower case. */
export const choice = <const Choice extends string>(
  choices: readonly Choice[],
  facts: Facts<NoInfer<Choice>> & { /** In lower case. */ aliases?: Readonly<Record<string, NoInfer<Choice>>> },
): Field<Choice> => ({
  ...field<Choice>('choice', facts, () => {
    const words = new Map<string, Choice>([
      ...choices.map((word) => [word.toLowerCase(), word] as const),
      ...Object.entries<Choice>(facts.aliases ?? {}),
    ]);
    const word = z
      .string()
      .transform((given) => given.trim().toLowerCase())
      .refine((given) => words.has(given));
    return [
      say('wrong.one_of', { choices: choices.map((one): Words => one || say('settings.empty')).reduce(inARow) }),
      takenAs(
        z.enum(choices),
        word.transform((given) => words.get(given) as Choice),
      ),
    ];
  }),
  choices,
});

/** Each folder of a list is compared with ours, which takes 0.1 ms. */
const mostItems = 1000;

/** A list of texts, separated by commas. */
export const list = (facts: Facts<string[]>): Field<string[]> =>
  field('list', facts, () => [
    say('wrong.list'),
    takenAs(
      z.array(z.string()).max(mostItems),
      z
        .union([z.string().transform((given) => [given]), z.array(z.string())])
        .transform((parts) =>
          parts
            .flatMap((part) => part.split(','))
            .map((part) => part.trim())
            .filter((part) => part !== ''),
        )
        .refine((items) => items.length <= mostItems),
    ),
  ]);
