/** Checks of values that several settings share. */
import * as z from 'zod/v4';
import { saying, takenAs } from '../workers/base/input/schema.js';
import { say, type SentenceKey, type Words } from '../workers/base/language/sentence.js';
import { holdsMask, secretMask } from '../workers/base/text/url-secrets.js';
import { isUrlOf } from './url.js';

const noControls = /^[^\u0000-\u001f\u007f]*$/;

/** Checks a pattern and has a message in all languages. The plain pattern is for the OpenAPI document. */
export const like = (pattern: RegExp, otherwise: SentenceKey) =>
  takenAs(
    z.string().regex(pattern),
    z.string().refine((value) => pattern.test(value), saying(say(otherwise))),
  );

export const plain = like(noControls, 'wrong.controls');

export const filled = (otherwise: SentenceKey) => plain.refine((value) => value !== '', saying(say(otherwise)));

export const unmasked = (otherwise: SentenceKey) =>
  takenAs(
    z.string().regex(noControls),
    z
      .string()
      .refine((value) => value !== secretMask, saying(say(otherwise)))
      .pipe(plain),
  );

/** `http or https`. */
export const eitherOf = (schemes: readonly string[]): Words =>
  schemes.reduce<Words>((first, last) => (first === '' ? last : say('list.or', { first, last })), '');

/** @param isOther accepts further values that are not URLs */
export const urlOf = (schemes: readonly string[], isOther: (value: string) => boolean = () => false) =>
  z
    .string()
    .refine((value) => !holdsMask(value), saying(say('wrong.url_mask')))
    .refine(
      (value) => isOther(value) || isUrlOf(value, schemes),
      saying(say('wrong.url', { schemes: eitherOf(schemes) })),
    )
    .pipe(plain);
