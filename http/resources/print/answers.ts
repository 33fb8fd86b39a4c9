/** The fields of a sheet, from the settings that store them. */
import * as z from 'zod/v4';
import { fieldNames, fieldOf } from '../../../config/fields.js';

const prefix = 'print_';
const nowhere = { user: '', folder: null };

/** For requests: missing fields have the stored value. */
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

/** For responses: all fields are present. */
export const layoutAnswer = layoutFields.required().meta({ id: 'Layout' });
