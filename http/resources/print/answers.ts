/** Fields of a sheet, by the settings that keep them. */
import * as z from 'zod';
import { fieldNames, fieldOf } from '../../../config/fields.js';

const prefix = 'print_';
const nowhere = { user: '', folder: null };

/** As they are checked; what is not given is as it is kept. */
export const layoutFields = z.object(
  Object.fromEntries(
    fieldNames
      .filter((name) => name.startsWith(prefix))
      .map((name) => [
        name.slice(prefix.length),
        fieldOf(name).schema(nowhere).optional().describe(fieldOf(name).help),
      ]),
  ),
);

/** As they are answered: all of them. */
export const layoutAnswer = layoutFields.required().meta({ id: 'Layout' });
