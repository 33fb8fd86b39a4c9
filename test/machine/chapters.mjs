/** The life of a machine with Tonstift, chapter by chapter; each goes on where the one before has ended. */
import { userUnit } from './chapters/user-unit.mjs';
import { pens } from './chapters/pens.mjs';
import { powerCuts } from './chapters/power-cuts.mjs';
import { years } from './chapters/years.mjs';
import { deb } from './chapters/deb.mjs';
import { systemUnit } from './chapters/system-unit.mjs';

/**
 * @typedef {object} Chapter
 * @property {string} what
 * @property {(life: import('./life.mjs').Life) => Promise<void>} live throws what is wrong
 * @property {boolean} [isShort] whether it belongs to the short form
 * @property {boolean} [isFirst] what all others rest on
 */

/** @type {readonly Chapter[]} */
export const chapters = [...userUnit, ...pens, ...powerCuts, ...years, ...systemUnit, ...deb];
