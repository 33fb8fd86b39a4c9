/** All features of the program, as the daemon loads them. */
import { loadFeatures } from '../../daemon/features.js';
import { operationsOf } from '../../http/operations/all.js';
import { coreActions, type Action } from '../../http/resources/albums/actions.js';

export const allParts = await loadFeatures();
export const allOperations = await operationsOf(allParts);
export const allActions: readonly Action[] = [...coreActions, ...allParts.flatMap(({ actions = [] }) => actions)];
