/** The test sheet's pages: what to do, a ruler, and a row of two fields for each combination. Pure. */
import { testSheetProductId } from '../../gme/codes.js';
import { createFlow } from '../sheet/flow.js';
import { framedField, icon, line, moved, stacked, textBlock, type Block } from '../sheet/ink.js';
import { combinations, isDefault, settingInWords, soundInWords, type Combination } from './fields.js';
import type { Item, Page, Size, Typesetter } from '../types.js';

const margin = 10;
/** Of a field's frame, in millimetres: the dots inside take 16 × 10. */
const field = { width: 17.2, height: 11.2 };
/** Between frames; wide enough that a tap beside one meets no other. */
const fieldGap = 2.2;
/** Left of the fields stands the arrow at the default's row. */
const arrow = 3.2;
const startX = arrow + 2;
const answerX = startX + field.width + fieldGap;
const wordsX = answerX + field.width + 4;

const title = { size: 7, bold: true };
const heading = { size: 3.7, bold: true };
const body = { size: 3.2, bold: false };
const strong = { ...body, bold: true };
const small = { size: 2.7, bold: false };

const steps: readonly { name: string; words: readonly string[] }[] = [
  {
    name: 'Print',
    words: [
      'At 100 % (“actual size”), without “fit to page”. The line of 100 mm must measure exactly that.',
      'In graphics or photo mode, or at the highest resolution that the printer’s dialog offers.',
      'With toner saving, economy mode and draft switched off.',
      'In black ink only, on plain matte paper.',
    ],
  },
  {
    name: 'Load the pen',
    words: [
      'Plug the pen into the computer. Copy test-sheet.gme onto it, as onto a USB stick, and eject it.',
      'Switch the pen on.',
    ],
  },
  {
    name: 'Tap',
    words: [
      'Tap the start field beside the arrow: the pen plays a short rising tune. ' +
        'If it stays silent, tap the other start fields from top to bottom until it does.',
      'Now tap every answer field, a few times each. A row works if its own sound is heard.',
    ],
  },
  {
    name: 'Choose',
    words: [
      'If the arrow’s row works every time, stay with it. ' +
        'Otherwise take the row with the faintest grey of those that do.',
      'Set its two numbers in Tonstift under Settings, Printing: print_dpi (resolution) and print_pixel_size (dots).',
      'If no start field works: check the 100 mm, the mode and the toner, and try another paper or printer.',
    ],
  },
];

function stepBlock(number: number, { name, words }: (typeof steps)[number], width: number, set: Typesetter): Block {
  const indent = 3;
  const points = words.map((text): Block => {
    const block = textBlock(set.lines(text, body, width - indent), body, width - indent);
    const dot = textBlock([set.line('•', body)], body, indent);
    return { ...block, width, items: [...moved(dot.items, 0.6, 0), ...moved(block.items, indent, 0)] };
  });
  return stacked([textBlock([set.line(`${number}  ${name}`, heading)], heading, width), ...points], 0.7);
}

/** In two columns where they are wide enough to read. */
function instructions(width: number, set: Typesetter): Block {
  const between = 8;
  const columns = width >= 150 ? 2 : 1;
  const each = (width - (columns - 1) * between) / columns;
  const blocks = steps.map((step, index) => stepBlock(index + 1, step, each, set));
  if (columns === 1) return stacked(blocks, 2.5);
  const [left, right] = [stacked(blocks.slice(0, 2), 2.5), stacked(blocks.slice(2), 2.5)];
  return {
    width,
    height: Math.max(left.height, right.height),
    items: [...left.items, ...moved(right.items, each + between, 0)],
  };
}

/** Exactly 100 mm between the outer edges of its end ticks. */
function ruler(width: number, set: Typesetter): Block {
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
  const hint = textBlock(set.lines('Lay a ruler here.', small, room), small, room);
  return { width, height: y + 4, items: [...items, ...moved(hint.items, length + 5, 0.9)] };
}

/** Widths of what is said about a row: its setting, and its sound. */
const wordColumns = (width: number): { setting: number; sound: number } => {
  const setting = Math.min(62, (width - wordsX) * 0.6);
  return { setting, sound: width - wordsX - setting };
};

function tableHead(width: number, set: Typesetter): Block {
  const { setting } = wordColumns(width);
  const words: [string, number][] = [
    ['Start', startX],
    ['Answer', answerX],
    ['Setting', wordsX],
    ['Sound', wordsX + setting],
  ];
  const items = words.flatMap(([word, x]) => moved(textBlock([set.line(word, heading)], heading, width).items, x, 0));
  return { width, height: 5, items };
}

function row(combination: Combination, width: number, set: Typesetter): Block {
  const { dpi, dotSize, code } = combination;
  const { setting, sound } = wordColumns(width);
  const dots = { dpi, dotSize };
  const facts = `${((dotSize * 25.4) / dpi).toFixed(3)} mm wide${isDefault(combination) ? ' · the usual setting' : ''}`;
  const about = stacked(
    [
      textBlock(set.lines(settingInWords(combination), strong, setting - 3), strong, setting - 3),
      textBlock(set.lines(facts, small, setting - 3), small, setting - 3),
    ],
    0,
  );
  const heard = textBlock(set.lines(soundInWords(combination), body, sound), body, sound);
  const middle = (height: number): number => (field.height - height) / 2;
  return {
    width,
    height: field.height,
    items: [
      ...(isDefault(combination) ? icon('play', 0, middle(arrow), arrow) : []),
      ...framedField(testSheetProductId, `start, ${settingInWords(combination)}`, { x: startX, y: 0, ...field }, dots),
      ...framedField(code, `answer, ${settingInWords(combination)}`, { x: answerX, y: 0, ...field }, dots),
      ...moved(about.items, wordsX, middle(about.height)),
      ...moved(heard.items, wordsX + setting, middle(heard.height)),
    ],
  };
}

/**
 * A4 and Letter take one page, A5 two: what to do, and the ruler with all fields.
 * @param paper millimetres
 * @param only leaves out resolutions that whoever draws the pages cannot draw; the page says so
 */
export function testSheetPages(paper: Size, set: Typesetter, only: (dpi: number) => boolean = () => true): Page[] {
  const flow = createFlow(paper, margin);
  const { width } = flow;
  const rows = combinations.filter(({ dpi }) => only(dpi)).map((one) => row(one, width, set));
  const missing = [...new Set(combinations.map(({ dpi }) => dpi).filter((dpi) => !only(dpi)))];
  const intro = 'One print and a few taps tell which setting suits your printer and your pen.';
  flow.place(textBlock([set.line('Tonstift test sheet', title)], title, width), 0);
  flow.place(textBlock(set.lines(intro, body, width), body, width), 0.5);
  flow.place(instructions(width, set), 3);
  const measure = ruler(width, set);
  const head = tableHead(width, set);
  const roomForNote = 6;
  // The ruler stands on the page with the fields, so that this page by itself is enough.
  const needed = measure.height + 5 + head.height + 1.6 + rows.length * (field.height + fieldGap) + roomForNote;
  flow.place(measure, 5, Math.min(needed, flow.height));
  flow.place(head, 5);
  for (const [index, block] of rows.entries()) flow.place(block, index === 0 ? 1.6 : fieldGap);
  if (missing.length > 0) {
    const words = `The fields for ${missing.join(' and ')} dpi are in test-sheet.pdf.`;
    flow.place(textBlock(set.lines(words, small, width), small, width), 2.5);
  }
  return flow.end();
}

/** The page with all the fields, for a picture, which has one page only. Parameters as of `testSheetPages`. */
export function testSheetFieldsPage(...sheet: Parameters<typeof testSheetPages>): Page {
  const page = testSheetPages(...sheet).find(({ items }) => items.some(({ kind }) => kind === 'field'));
  if (page === undefined) throw new Error('no page of the test sheet has fields');
  return page;
}
