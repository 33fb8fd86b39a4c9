/** Entries of a .bib file that inherit fields from others, which may stand before or after them. */
import { isRecord } from '../../../base/input/record.js';
import { longestDefinition, mostDefinitions } from '../limits.js';
import type { ReadRecord } from '../types.js';

type Fields = Readonly<Record<string, unknown>>;

/** Types of entries from which others inherit. */
const parentTypes = /^(xdata|proceedings|mvproceedings|book|mvbook|collection|mvcollection|reference|periodical)$/;
/** These are held back, because they are no papers if another entry inherits from them. */
const heldTypes = /^(xdata|proceedings|mvproceedings|collection|mvcollection|periodical)$/;
/** Fields that `crossref` does not pass on. `xdata` passes all on. */
const own = new Set(
  (
    'title subtitle titleaddon shorttitle author editor doi url pdf abstract keywords file note isbn label ' +
    'ids crossref xref xdata entryset options'
  ).split(' '),
);
const notPassed = /^(@.*|crossref|xdata)$/;
/** Long, and of no use to an heir. */
const neverPassed = /^(abstract|file|note|annote)$/;
/** Characters of records that wait for the end of the file. */
const mostHeld = 64_000_000;
/** Parents of parents. */
const deepest = 20;

/** Gives the entries of a file their inherited fields (`crossref`, `xdata`). */
export class Inheritance {
  private readonly parents = new Map<string, Fields>();
  /** Parents with what they inherit themselves. */
  private readonly complete = new Map<string, Fields>();
  private readonly used = new Set<string>();
  private readonly held: { line: number; record: Fields }[] = [];
  private parentLength = 0;
  private heldLength = 0;
  private depth = 0;

  /** Returns the record, unless it must wait for the end of the file. */
  take(found: ReadRecord): ReadRecord[] {
    if ('reason' in found || !isRecord(found.record)) return [found];
    const { line, record } = found;
    const type = String(record['@type']);
    const isHeir = 'crossref' in record || 'xdata' in record;
    if (!parentTypes.test(type) && !isHeir) return [found];
    if (parentTypes.test(type) && this.parentLength <= mostDefinitions) {
      const passed = Object.fromEntries(Object.entries(record).filter(([name]) => !neverPassed.test(name)));
      this.parentLength += lengthOf(passed);
      this.parents.set(keyOf(record['@key']), passed);
    }
    if (!isHeir && !heldTypes.test(type)) return [found];
    // In a very large file, such entries inherit only from entries before them.
    if (this.heldLength > mostHeld) return [{ line, record: this.withParents(record) }];
    this.heldLength += lengthOf(record);
    this.held.push({ line, record });
    return [];
  }

  /** Returns the records that were held back, without those that only others inherit from. */
  finish(): ReadRecord[] {
    const all = this.held.map(({ line, record }) => ({ line, record: this.withParents(record) }));
    return all.filter(({ record }) => {
      const type = String(record['@type']);
      return type !== 'xdata' && !(heldTypes.test(type) && this.used.has(keyOf(record['@key'])));
    });
  }

  private withParents(record: Fields): Fields {
    const { crossref, xdata, ...fields } = record;
    const complete: Record<string, unknown> = { ...fields };
    const inherit = (keys: unknown, read: (parent: Fields) => Fields): unknown => {
      const unknown = (typeof keys === 'string' ? keys : '')
        .split(',')
        .filter((key) => key.trim() !== '')
        .filter((key) => {
          const parent = this.parentOf(keyOf(key));
          for (const [name, value] of Object.entries(parent === undefined ? {} : read(parent)))
            if (!notPassed.test(name) && String(value).length <= longestDefinition) complete[name] ??= value;
          return parent === undefined;
        });
      return unknown.length === 0 ? undefined : keys;
    };
    const left = { xdata: inherit(xdata, (parent) => parent), crossref: inherit(crossref, passedOn) };
    return { ...complete, ...Object.fromEntries(Object.entries(left).filter(([, keys]) => keys !== undefined)) };
  }

  private parentOf(key: string): Fields | undefined {
    const parent = this.parents.get(key);
    if (parent === undefined) return undefined;
    this.used.add(key);
    const known = this.complete.get(key);
    if (known !== undefined) return known;
    // Entries may inherit from each other in a circle, or in a long chain.
    this.complete.set(key, parent);
    if (this.depth === deepest) return parent;
    this.depth++;
    const complete = this.withParents(parent);
    this.depth--;
    this.complete.set(key, complete);
    return complete;
  }
}

const lengthOf = (record: Fields): number =>
  Object.values(record).reduce<number>((sum, value) => sum + String(value).length, 100);

const keyOf = (key: unknown): string => String(key).trim().toLowerCase();

/** The title of a parent is that of the book, or of the journal. */
function passedOn(parent: Fields): Fields {
  const { title, booktitle, '@type': type } = parent;
  const name = type === 'periodical' ? 'journaltitle' : 'booktitle';
  const rest = Object.fromEntries(Object.entries(parent).filter(([key]) => !own.has(key)));
  return { ...rest, ...(title === undefined ? {} : { [name]: booktitle ?? title }) };
}
