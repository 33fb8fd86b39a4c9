/*
 * Offers to continue uploads that a reload has interrupted. The user must choose the files again; only missing bytes
 * are sent.
 */
import { Card } from './upload-card.js';
import * as memory from './upload-memory.js';
import { takeBack } from './upload-pieces.js';
import { words } from './upload-words.js';

/** @import { Sent } from './upload-sort.js' */

/** Cards by the key of the upload that they offer to continue. @type {Map<string, Card>} */
const offered = new Map();

/** @type {(choose: (isFolder: boolean) => void) => void} */
export function offerRests(choose) {
  for (const [key, { name, isFolder, there, all, share }] of memory.rests()) {
    if (offered.has(key)) continue;
    const card = new Card(name);
    offered.set(key, card);
    card.bar.value = share / 100;
    card.say(words('there', { there, all, share }), 'busy');
    card.offer({
      again: () => choose(isFolder),
      discard() {
        settle(key);
        void takeBack(memory.forget(key));
      },
    });
  }
}

/** Removes the offer, because the files were chosen again or the upload was discarded. @type {(key: string) => void} */
function settle(key) {
  offered.get(key)?.remove();
  offered.delete(key);
}

/**
 * The key of the upload that these files continue, if they are known.
 * @type {(files: readonly Sent[]) => string | undefined}
 */
export function goesOnWith(files) {
  const keys = new Set(files.flatMap((one) => memory.recall(one)?.key ?? []));
  const open = [...keys].filter((key) => offered.has(key));
  for (const key of open) settle(key);
  return open[0];
}
