/** A pen in a folder: for tests, for development, and for people without a pen at hand. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../base/files/make-folder.js';
import { badFields, messageOf, systemCodeOf } from '../base/errors.js';
import { temporaryName, writeDurably } from '../base/files/durable.js';
import { penOf } from './find/identify.js';
import { fieldBytes, penLanguages, readPenLog, type PenLog, writePenLog } from './find/pen-log.js';
import { formatOf, type Pen, type PenGeneration } from './types.js';

/** By which a pen is known. */
const logName = '.tiptoi.log';

export interface SimulatedPen {
  /** By default one that no other pen has. */
  serial?: string;
  firmware?: string;
  /** One of `penLanguages`; by default GERMAN. */
  language?: string;
  /** By default ZC3202N. */
  generation?: PenGeneration;
}

/**
 * Makes the folder, if need be, and in it the file by which a pen is known. A pen that is there already is left as
 * it is. A folder that is new comes to its place with the file in it: a daemon that looks there meanwhile would know
 * the pen by its place, and by its number a moment later.
 *
 * @throws TonstiftError `bad_field` for a value that no pen has, and for a folder with other things in it or with
 * a pen that differs from what is asked for
 */
export async function simulatePen(folder: string, options: SimulatedPen = {}): Promise<Pen> {
  const path = resolve(folder);
  checkOptions(options);
  const found = await whatIsIn(path);
  if (found !== 'a pen') await makePen(path, found === null, writePenLog({ ...defaults(), ...given(options) }));
  const pen = await penOf({ path, label: null, device: '', type: '', readOnly: false, uuid: null }, true);
  if (pen === null) throw badFields({ folder: `${path} was made into a pen, but cannot be read as one.` });
  const wanted = Object.entries(given(options)) as [keyof PenLog, string][];
  const differing = wanted.filter(([name, value]) => pen[name] !== value);
  if (differing.length > 0) {
    throw badFields(
      Object.fromEntries(
        differing.map(([name, value]) => [
          name,
          `The pen in ${path} has ${pen[name] ?? 'none'}, not ${value}; it is left as it is. Name another folder.`,
        ]),
      ),
    );
  }
  return pen;
}

/** @param isNew nothing is there yet, so that nobody's folder is replaced */
async function makePen(path: string, isNew: boolean, log: Uint8Array): Promise<void> {
  const target = join(path, logName);
  if (!isNew) return writeDurably(target, log);
  const making = join(dirname(path), temporaryName());
  await mkdir(making);
  try {
    await writeDurably(join(making, logName), log);
    await rename(making, path);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

const defaults = (): PenLog => ({
  serial: `SIM${randomBytes(4).toString('hex').toUpperCase()}`,
  firmware: 'N0038',
  language: 'GERMAN',
  generation: 'ZC3202N',
});

const given = (options: SimulatedPen): Partial<PenLog> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function checkOptions(options: SimulatedPen): void {
  const { serial, firmware, language, generation } = options;
  const read = readPenLog(
    writePenLog({ serial: null, firmware: null, language: null, generation: null, ...given(options) }),
  );
  const wrong: Record<string, string> = {};
  if (serial !== undefined && read.serial !== serial) {
    wrong.serial =
      `${JSON.stringify(serial)} is no serial number: ` +
      `1 to ${fieldBytes} letters, digits and ._- are, not all of them 0 or F.`;
  }
  if (firmware !== undefined && read.firmware !== firmware)
    wrong.firmware = `${JSON.stringify(firmware)} is not 1 to ${fieldBytes} ASCII characters.`;
  if (language !== undefined && !penLanguages.some((known) => known === language)) {
    wrong.language = `${JSON.stringify(language)} is none of ${penLanguages.join(', ')}.`;
  }
  if (generation !== undefined && !Object.hasOwn(formatOf, generation)) {
    wrong.generation = `${JSON.stringify(generation)} is none of ${Object.keys(formatOf).join(', ')}.`;
  }
  if (Object.keys(wrong).length > 0) throw badFields(wrong);
}

/** Null where it is not there; makes the folders above then. */
async function whatIsIn(path: string): Promise<'a pen' | 'nothing' | null> {
  let names: string[];
  try {
    makeFolder(dirname(path));
    names = await readdir(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw badFields({ folder: `${path} cannot be the folder of a pen: ${messageOf(error)}.` });
  }
  if (names.some((name) => name.toLowerCase() === logName)) return 'a pen';
  if (names.length > 0) {
    const some = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`;
    throw badFields({
      folder: `${path} is not empty (${some}) and no pen; name an empty folder or a new one.`,
    });
  }
  return 'nothing';
}
