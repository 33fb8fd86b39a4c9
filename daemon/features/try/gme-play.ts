import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { readGmeFile } from '../../../workers/build/read-gme.js';
import { virtualPen } from '../../../workers/features/try/virtual-pen/pen.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { jsonOf, textOf } from './play/report.js';
import { soundsInto } from './play/sounds.js';
import { Tapping, type Answer } from './play/tapping.js';
import { readWord, wordsIn, type Word } from './play/words.js';
import { UsageError } from '../../cli/usage-error.js';

/** Taps the start field, then the codes from the arguments or standard input. */
export const playGme: Command = async (invocation) => {
  const { operands, print } = invocation;
  const { out, json } = invocation.options;
  const [path = '', ...given] = operands;
  const words = given.map(readOperandWord);
  using file = readGmeFile(path);
  const pen = virtualPen(file, (below) => Math.floor(Math.random() * below));
  const sounds = out === undefined ? undefined : await soundsInto(resolve(out), path, pen.gme);
  const tapping = new Tapping(pen);
  const tell = async (answers: Iterable<Answer>): Promise<void> => {
    for (const answer of answers) {
      if (json) print(jsonOf(answer));
      else for (const line of textOf(answer, pen.gme)) print(line);
      const written = await sounds?.write(answer.heard.plays);
      if (!json) for (const one of written ?? []) print(`       wrote ${one}`);
    }
  };
  for await (const word of given.length === 0 ? wordsFromInput(invocation) : words) await tell(tapping.answer(word));
  await tell(tapping.begin());
  return exitCodes.done;
};

function readOperandWord(word: string): Word {
  try {
    return readWord(word);
  } catch (thrown) {
    throw new UsageError(messageOf(thrown), 'Usage: tonstift gme play FILE [CODE...]');
  }
}

/** Yields each word as it arrives, so that it is answered before the next one is typed. */
async function* wordsFromInput({ complain }: Invocation): AsyncGenerator<Word, void, void> {
  if (process.stdin.isTTY) complain('Type one code per line. Ctrl+D ends.');
  const lines = createInterface({ input: process.stdin });
  try {
    let number = 0;
    for await (const line of lines) {
      number += 1;
      for (const word of wordsIn(line)) yield readInputWord(word, number);
    }
  } finally {
    lines.close();
  }
}

function readInputWord(word: string, line: number): Word {
  try {
    return readWord(word);
  } catch (thrown) {
    throw new TonstiftError('bad_field', `Line ${line} of standard input: ${messageOf(thrown)}`);
  }
}
