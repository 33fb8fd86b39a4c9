/** All features, as the daemon loads them. `TEST_WITHOUT=NAME` leaves one out, and `TEST_WITHOUT=all` all of them. */
import { commandsOf, features, loadFeatures } from '../../daemon/features.js';
import { operationsOf } from '../../http/operations/all.js';
import { coreActions, type Action } from '../../http/resources/albums/actions.js';

const without = process.env['TEST_WITHOUT'];
const names = [...features.map(({ name }) => name), 'all'];
if (without !== undefined && !names.includes(without))
  throw new Error(`TEST_WITHOUT is ${JSON.stringify(without)}, expected one of ${names.join(', ')}.`);
const kept = features.filter(({ name }) => without !== 'all' && name !== without);

export const allParts = await loadFeatures(kept);
export const allOperations = await operationsOf(allParts);
export const allActions: readonly Action[] = [...coreActions, ...allParts.flatMap(({ actions = [] }) => actions)];
export const allCommands = commandsOf(kept);
