/** The query parameters for one paper, similar papers, and the number of papers. */
import * as z from 'zod/v4';
import { exactLine } from '../../../../workers/base/input/schema.js';
import { longest } from '../longest.js';
import { searchSchema } from '../input.js';

const { q, limit, conference, year, session } = searchSchema.shape;

export const recordSchema = z.object({ uid: exactLine('not empty', longest.uid) });

export const likeSchema = recordSchema.extend({ limit, conference, year, session });

export const countSchema = z.object({ q, conference, year, session });
