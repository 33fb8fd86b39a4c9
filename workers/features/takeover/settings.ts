/** Converts their settings for printing and for the pen to ours. */
import { fieldOf, type Config, type FieldName } from '../../../config/fields.js';
import { brokenRules } from '../../../config/rules.js';
import type { Settings } from '../../../config/settings.js';
import { line, whole } from './texts.js';
import type { Row } from './types.js';

export interface TheirSettings {
  /** Our fields with their values, in the format of `Settings.update`. */
  changes: Partial<Record<FieldName, unknown>>;
  /** Sentences about settings that have no equivalent or are not imported. */
  notes: string[];
}

interface Equal {
  theirs: string;
  ours: FieldName;
  /** Unit of their value, if it is not part of it. */
  unit?: string;
  /** Converts their value to ours; undefined if ours has no equivalent. */
  value?: (text: string) => unknown;
}

const yesOrNo = (text: string): unknown => ({ true: true, false: false })[text.toLowerCase()];

/** Also accepts `letter` and `A4 portrait`. */
const paper = (text: string): unknown =>
  ['A4', 'A5', 'Letter'].find((name) => name.toLowerCase() === text.replace(/\s+portrait$/i, '').toLowerCase());

const millimetres: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 };

/** Parses a CSS length. */
function length(text: string): unknown {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(mm|cm|in|pt|px)?$/i.exec(text) ?? [];
  const factor = number === '0' ? 1 : millimetres[unit.toLowerCase()];
  return number === '' || factor === undefined ? undefined : Math.round(Number(number) * factor * 10) / 10;
}

const equals: readonly Equal[] = [
  { theirs: 'print_preset', ours: 'print_preset' },
  { theirs: 'print_page_size', ours: 'print_page_size', value: paper },
  { theirs: 'print_page_margin', ours: 'print_margin', value: length },
  { theirs: 'print_num_cols', ours: 'print_columns' },
  // Their page states centimetres.
  {
    theirs: 'print_tile_size',
    ours: 'print_tile_size',
    unit: ' cm',
    value: (text) => length(`${text.replace(',', '.')}cm`),
  },
  { theirs: 'print_show_cover', ours: 'print_show_cover', value: yesOrNo },
  { theirs: 'print_show_album_info', ours: 'print_show_album_info', value: yesOrNo },
  { theirs: 'print_show_album_controls', ours: 'print_show_controls', value: yesOrNo },
  { theirs: 'print_show_tracks', ours: 'print_show_tracks', value: yesOrNo },
  { theirs: 'print_show_general_controls', ours: 'print_show_general_controls', value: yesOrNo },
  { theirs: 'tt_dpi', ours: 'print_dpi' },
  { theirs: 'tt_pixel-size', ours: 'print_pixel_size' },
  { theirs: 'audio_format', ours: 'audio_format' },
  { theirs: 'pen_language', ours: 'pen_language' },
];

type OurSettings = Pick<Settings, 'saved' | 'sources' | 'places'>;

/**
 * Settings that the user has changed here are kept.
 * @param config rows of the table of that name
 */
export function theirSettings(config: readonly Row[], ours: OurSettings): TheirSettings {
  const values = new Map(config.map(({ param, value }) => [param ?? '', line(value ?? null)]));
  const found: TheirSettings = { changes: {}, notes: notesOnOthers(values) };
  for (const equal of equals) take(equal, values.get(equal.theirs) ?? '', { found, ours });
  return withoutConflicts(found, ours);
}

function take(
  { theirs, ours: name, unit = '', value = (text) => text }: Equal,
  text: string,
  { found, ours }: { found: TheirSettings; ours: OurSettings },
): void {
  if (text === '') return;
  const field = fieldOf(name);
  const schema = field.schema({ user: '/', folder: null });
  const read = schema.safeParse(value(text));
  const said = JSON.stringify(`${text}${unit}`);
  if (!read.success) {
    const expected =
      'choices' in field && field.choices !== undefined ? `one of ${field.choices.join(', ')}` : range(field);
    found.notes.push(`${theirs} is ${said} there; ${name} accepts ${expected} and stays ${shown(name, ours)}.`);
  } else if (read.data !== ours.saved[name]) {
    if (ours.sources[name] === 'default') found.changes[name] = read.data;
    else found.notes.push(`${theirs} is ${said} there; ${name} was set here and stays ${shown(name, ours)}.`);
  }
}

const shown = (name: FieldName, { saved }: OurSettings): string => JSON.stringify(saved[name]);

const range = ({ type, min, max }: { type: string; min?: number; max?: number }): string =>
  min === undefined ? `a ${type}` : `${min} to ${max}${type === 'number' ? ' mm' : ''}`;

/** Mentions settings without an equivalent only if they differ from the default. */
function notesOnOthers(values: ReadonlyMap<string, string>): string[] {
  const general = values.get('print_max_track_controls') ?? '';
  const others = ['tt_code-dim', 'tt_transscript'].filter((name) => (values.get(name) ?? '') !== '');
  return [
    ...(general === '' || whole(general, 24, 24) !== null
      ? []
      : [`print_max_track_controls is ${JSON.stringify(general)} there; general buttons here have 24 tracks.`]),
    ...others.map((name) => `${name} is ${JSON.stringify(values.get(name))} there; Tonstift has no such setting.`),
  ];
}

/** Removes values that conflict with each other or with ours. */
function withoutConflicts({ changes, notes }: TheirSettings, { saved, places }: OurSettings): TheirSettings {
  const kept = { ...changes };
  const config = { ...saved, ...changes } as Config;
  const said = [...notes];
  for (const { fields, what } of brokenRules(config, { places, realpath: (path) => path })) {
    const taken = fields.filter((name) => Object.hasOwn(changes, name));
    if (taken.length === 0) continue;
    for (const name of taken) delete kept[name];
    said.push(`${taken.join(' and ')} cannot be imported: ${String(what)}`);
  }
  return { changes: kept, notes: said };
}
