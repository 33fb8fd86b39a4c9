/** A simulated pen in a folder: for tests, for development, and for people without a pen. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../base/files/make-folder.js';
import { badFields, messageOf, systemCodeOf } from '../base/errors.js';
import { temporaryName, writeDurably } from '../base/files/durable.js';
import { penOf } from './find/identify.js';
import { fieldBytes, penLanguages, readPenLog, type PenLog, writePenLog } from './find/pen-log.js';
import { formatOf, type Pen, type PenGeneration } from './types.js';

/** The file that marks a pen. */
const logName = '.tiptoi.log';

export interface SimulatedPen {
  /** Defaults to a random one. */
  serial?: string;
  firmware?: string;
  /** One of `penLanguages`; defaults to GERMAN. */
  language?: string;
  /** Defaults to ZC3202N. */
  generation?: PenGeneration;
}

/**
 * Creates the folder if needed, and the file that marks a pen. An existing pen is left unchanged. A new folder is
 * renamed into place with the file already in it. Otherwise a running daemon could first identify the pen by its path
 * and a moment later by its serial number.
 *
 * @throws TonstiftError `bad_field` for an impossible value, for a folder with other content, and for an existing pen
 *   that differs from the options
 */
export async function simulatePen(folder: string, options: SimulatedPen = {}): Promise<Pen> {
  const path = resolve(folder);
  checkOptions(options);
  const found = await whatIsIn(path);
  if (found !== 'a pen') await makePen(path, found === null, writePenLog({ ...defaults(), ...given(options) }));
  const pen = await penOf({ path, label: null, readOnly: false, uuid: null }, true);
  if (pen === null) throw badFields({ folder: `${path} was set up as a pen, but cannot be read as one.` });
  const wanted = Object.entries(given(options)) as [keyof PenLog, string][];
  const differing = wanted.filter(([name, value]) => pen[name] !== value);
  if (differing.length > 0) {
    throw badFields(
      Object.fromEntries(
        differing.map(([name, value]) => [
          name,
          `The pen in ${path} has ${pen[name] ?? 'none'}, not ${value}. Choose another folder.`,
        ]),
      ),
    );
  }
  return pen;
}

/** @param isNew the folder does not exist yet, so the rename replaces no existing folder */
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
      `${JSON.stringify(serial)} is not a valid serial number: use ` +
      `1 to ${fieldBytes} letters, digits and ._-, not only 0 or F.`;
  }
  if (firmware !== undefined && read.firmware !== firmware)
    wrong.firmware = `${JSON.stringify(firmware)} is not 1 to ${fieldBytes} ASCII characters.`;
  if (language !== undefined && !penLanguages.some((known) => known === language)) {
    wrong.language = `${JSON.stringify(language)} is not one of ${penLanguages.join(', ')}.`;
  }
  if (generation !== undefined && !Object.hasOwn(formatOf, generation)) {
    wrong.generation = `${JSON.stringify(generation)} is not one of ${Object.keys(formatOf).join(', ')}.`;
  }
  if (Object.keys(wrong).length > 0) throw badFields(wrong);
}

/** Returns null if the folder does not exist; then creates its parent folders. */
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
      folder: `${path} is not empty (${some}) and is not a pen. Choose an empty or a new folder.`,
    });
  }
  return 'nothing';
}
