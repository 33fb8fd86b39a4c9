/**
 * The pages of the test sheet: instructions, a ruler, and a row of two fields for each combination. The last row has
 * its fields over a picture. Pure.
 */
import type { Language } from '../../base/language/languages.js';
import { listed } from '../../base/language/listed.js';
import { say, type Sentence, type SentenceKey } from '../../base/language/sentence.js';
import { testSheetProductId } from '../../gme/codes.js';
import type { Resolution } from '../../oid/pattern.js';
import { createFlow } from '../sheet/flow.js';
import { fieldGap, framedField, icon, line, moved, stacked, textBlock, type Block } from '../sheet/ink.js';
import { combinations, isDefault, pictureCode, settingInWords, soundInWords, type Combination } from './fields.js';
import type { FieldItem, Item, Page, Size, Typesetter } from '../types.js';

const margin = 10;
/** Size of a field's frame in millimetres; the dots inside take 16 × 10. */
const field = { width: 17.2, height: 11.2 };
/** Width of the arrow that marks the default's row, left of the fields. */
const arrow = 3.2;
const startX = arrow + 2;
const answerX = startX + field.width + fieldGap;
const wordsX = answerX + field.width + 4;

const title = { size: 7, bold: true };
const heading = { size: 3.7, bold: true };
const body = { size: 3.2, bold: false };
const strong = { ...body, bold: true };
const small = { size: 2.7, bold: false };

const steps = [
  { name: 'test.print', words: ['test.print.size', 'test.print.mode', 'test.print.saving', 'test.print.ink'] },
  { name: 'test.load', words: ['test.load.copy', 'test.load.on'] },
  { name: 'test.tap', words: ['test.tap.start', 'test.tap.answers'] },
  { name: 'test.choose', words: ['test.choose.row', 'test.choose.set', 'test.choose.none'] },
] as const satisfies readonly { name: SentenceKey; words: readonly SentenceKey[] }[];

/** Keeps the name of a file on one line. It has no width. */
const wordJoiner = '\u2060';

interface Desk {
  set: Typesetter;
  language: Language;
  /** The dots in the settings, which the fields over a picture have, also if no other row has them. */
  kept: Resolution;
}

/** Two fields with the words beside them. */
interface Row extends Resolution, Pick<Combination, 'code'>, Pick<FieldItem, 'behind'> {
  facts: Sentence;
  sound: Sentence;
  /** The default's row has an arrow. */
  isUsual: boolean;
}

function stepBlock(number: number, { name, words }: (typeof steps)[number], width: number, desk: Desk): Block {
  const { set, language } = desk;
  const indent = 3;
  const points = words.map((key): Block => {
    const text = say(key).in(language).replace('test-sheet', `test-${wordJoiner}sheet`);
    const block = textBlock(set.lines(text, body, width - indent), body, width - indent);
    const dot = textBlock([set.line('•', body)], body, indent);
    return { ...block, width, items: [...moved(dot.items, 0.6, 0), ...moved(block.items, indent, 0)] };
  });
  return stacked(
    [textBlock([set.line(`${number}  ${say(name).in(language)}`, heading)], heading, width), ...points],
    0.7,
  );
}

/** Uses two columns if they are wide enough to read. The second is wider, because its steps have more words. */
function instructions(width: number, desk: Desk): Block {
  const blocksOf = (from: number, to: number, each: number): Block =>
    stacked(
      steps.slice(from, to).map((step, n) => stepBlock(from + n + 1, step, each, desk)),
      2.5,
    );
  if (width < 150) return blocksOf(0, steps.length, width);
  const between = 8;
  const each = (width - between) * 0.46;
  const [left, right] = [blocksOf(0, 2, each), blocksOf(2, steps.length, width - between - each)];
  return {
    width,
    height: Math.max(left.height, right.height),
    items: [...left.items, ...moved(right.items, each + between, 0)],
  };
}

/** Exactly 100 mm between the outer edges of the end ticks. */
function ruler(width: number, { set, language }: Desk): Block {
  const [length, thickness, y] = [100, 0.2, 3.4];
  const items: Item[] = [line([0, y], [length, y], thickness)];
  for (let mm = 0; mm <= length; mm++) {
    const tick = mm % 10 === 0 ? 2.6 : mm % 5 === 0 ? 1.8 : 1.1;
    const x = Math.min(Math.max(mm, thickness / 2), length - thickness / 2);
    items.push(line([x, y - tick], [x, y], thickness));
  }
  for (const mm of [0, 50, 100]) {
    const label = set.line(mm === length ? '100 mm' : String(mm), small);
    const x = mm === 0 ? 0 : mm === length ? length - label.width : mm - label.width / 2;
    items.push(...moved(textBlock([label], small, label.width).items, x, y + 0.3));
  }
  const room = width - length - 5;
  const hint = textBlock(set.lines(say('test.ruler').in(language), small, room), small, room);
  return { width, height: y + 4, items: [...items, ...moved(hint.items, length + 5, 0.9)] };
}

/** Widths of the columns that describe a row: its setting and its sound. */
const wordColumns = (width: number): { setting: number; sound: number } => {
  const setting = Math.min(62, (width - wordsX) * 0.6);
  return { setting, sound: width - wordsX - setting };
};

function tableHead(width: number, { set, language }: Desk): Block {
  const { setting } = wordColumns(width);
  const words = [
    ['test.start', startX],
    ['test.answer', answerX],
    ['test.set', wordsX],
    ['test.heard', wordsX + setting],
  ] as const;
  const items = words.flatMap(([key, x]) =>
    moved(textBlock([set.line(say(key).in(language), heading)], heading, width).items, x, 0),
  );
  return { width, height: 5, items };
}

function rowsFor(kept: Resolution): Row[] {
  const rows = combinations.map((one): Row => {
    const isUsual = isDefault(one);
    const facts = say(isUsual ? 'test.usual' : 'test.wide', { mm: (one.dotSize * 25.4) / one.dpi });
    return { ...one, facts, sound: soundInWords(one), isUsual };
  });
  const behind = { oid: testSheetProductId, name: 'picture' };
  const words = { facts: say('test.picture_row'), sound: say('test.picture_sound') };
  return [...rows, { ...kept, code: pictureCode, behind, ...words, isUsual: false }];
}

function rowBlock({ facts, sound, isUsual, code, ...look }: Row, width: number, { set, language }: Desk): Block {
  const room = wordColumns(width);
  const name = settingInWords(look);
  const setting = name.in(language);
  const about = stacked(
    [
      textBlock(set.lines(setting, strong, room.setting - 3), strong, room.setting - 3),
      textBlock(set.lines(facts.in(language), small, room.setting - 3), small, room.setting - 3),
    ],
    0,
  );
  const heard = textBlock(set.lines(sound.in(language), body, room.sound), body, room.sound);
  const height = Math.max(field.height, about.height);
  const middle = (part: number): number => (height - part) / 2;
  const y = middle(field.height);
  return {
    width,
    height,
    items: [
      ...(isUsual ? icon('play', 0, middle(arrow), arrow) : []),
      ...framedField(testSheetProductId, `start, ${String(name)}`, { x: startX, y, ...field }, look),
      ...framedField(code, `answer, ${String(name)}`, { x: answerX, y, ...field }, look),
      ...moved(about.items, wordsX, middle(about.height)),
      ...moved(heard.items, wordsX + room.setting, middle(heard.height)),
    ],
  };
}

/**
 * Returns the instructions, and the ruler with all fields. A4 and Letter need one page, A5 two.
 * @param paper millimetres
 * @param only excludes rows that the output cannot draw; the page lists them
 */
export function testSheetPages(paper: Size, desk: Desk, only: (row: Row) => boolean = () => true): Page[] {
  const { set, language } = desk;
  const flow = createFlow(paper, margin);
  const { width } = flow;
  const all = rowsFor(desk.kept);
  const rows = all.filter(only).map((one) => rowBlock(one, width, desk));
  const intro = say('test.intro').in(language);
  flow.place(textBlock([set.line(say('test.title').in(language), title)], title, width), 0);
  flow.place(textBlock(set.lines(intro, body, width), body, width), 0.5);
  flow.place(instructions(width, desk), 3);
  const measure = ruler(width, desk);
  const head = tableHead(width, desk);
  const notes = notesOn(all.filter((one) => !only(one)));
  const lines = notes.flatMap((note) => set.lines(note.in(language), small, width));
  const fields = stacked(lines.length > 0 ? [...rows, textBlock(lines, small, width)] : rows, fieldGap);
  // Keeps the ruler and the fields on one page, so that this page is enough.
  flow.place(measure, 4, measure.height + 4 + head.height + 1.6 + fields.height);
  flow.place(head, 4);
  flow.place(fields, 1.6);
  return flow.end();
}

/** Says where the rows are that a page does not have. */
function notesOn(missing: readonly Row[]): Sentence[] {
  const resolutions = new Set(missing.flatMap(({ dpi, behind }) => (behind === undefined ? [dpi] : [])));
  const words = [...resolutions].map((dpi) => say('test.dpi', { dpi: String(dpi) }));
  return [
    ...(words.length > 0 ? [say('test.missing', { dpi: listed(words) })] : []),
    ...(missing.some(({ behind }) => behind !== undefined) ? [say('test.missing_picture')] : []),
  ];
}

/** Returns the page with all the fields, for a picture of one page. Same parameters as `testSheetPages`. */
export function testSheetFieldsPage(...sheet: Parameters<typeof testSheetPages>): Page {
  const page = testSheetPages(...sheet).find(({ items }) => items.some(({ kind }) => kind === 'field'));
  if (page === undefined) throw new Error('No page of the test sheet has fields');
  return page;
}
