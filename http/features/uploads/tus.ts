/** The headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload), read and written. */
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import { integer } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { HttpError } from '../../response/errors.js';
import type { Parcel } from './service.js';

export const version = '1.0.0';
const extensions = 'creation,creation-with-upload,expiration,termination';
/** The media type of a body with bytes of a file. */
export const bytesType = 'application/offset+octet-stream';
/** Characters. */
export const mostMetadata = 8192;
/** Almost a petabyte. */
export const byteCount = integer(0, 10 ** 15 - 1);

/** Sets the version header, and checks that of the request. @throws HttpError `precondition_failed` */
export function checkVersion(ctx: Context): void {
  ctx.set('Tus-Resumable', version);
  if (ctx.get('Tus-Resumable') === version) return;
  throw new HttpError('precondition_failed', say('error.tus_version', { version }), { 'Tus-Version': version });
}

/** Sends the supported features. */
export function tellAbilities(ctx: Context, maxBytes: number): void {
  ctx.set({
    'Tus-Resumable': version,
    'Tus-Version': version,
    'Tus-Extension': extensions,
    'Tus-Max-Size': String(maxBytes),
  });
  ctx.status = 204;
}

/** @throws HttpError `bad_request` if the header is missing or not a number of bytes */
export function bytesIn(ctx: Context, header: 'Upload-Length' | 'Upload-Offset'): number {
  const text = ctx.get(header);
  const { data } = byteCount.safeParse(text);
  if (data === undefined)
    throw new HttpError('bad_request', say('error.tus_number', { header, value: JSON.stringify(text.slice(0, 40)) }));
  return data;
}

/** @throws HttpError `unsupported_type` */
export function checkBytesType(ctx: Context): void {
  if (ctx.get('Content-Type') !== bytesType)
    throw new HttpError('unsupported_type', say('error.tus_type', { type: bytesType }));
}

/**
 * Checks pairs of name and Base64 value, separated by commas. @throws HttpError `bad_request`, TonstiftError
 * `too_large`
 */
export function metadataIn(ctx: Context): string {
  const text = ctx.get('Upload-Metadata');
  if (text.length > mostMetadata)
    throw new TonstiftError('too_large', say('error.tus_metadata', { most: mostMetadata }));
  const isPair = (pair: string): boolean => /^[!-+\--~]+( ([A-Za-z0-9+/]+={0,2})?)?$/.test(pair);
  if (text !== '' && !text.split(',').every((pair) => isPair(pair.trim())))
    throw new HttpError('bad_request', say('error.tus_metadata_form'));
  return text;
}

/** The file name from the metadata; undefined if there is none. */
export function filenameIn(metadata: string): string | undefined {
  for (const pair of metadata.split(',')) {
    const [name, value = ''] = pair.trim().split(' ');
    if (name === 'filename') return Buffer.from(value, 'base64').toString('utf8');
  }
  return undefined;
}

/** Sends the progress of a parcel, and when it expires. */
export function tellProgress(ctx: Context, { offset, expires }: Parcel): void {
  ctx.set('Upload-Offset', String(offset));
  // Rounded down to a second, so that it is not later than the expiry.
  ctx.set('Upload-Expires', new Date(expires).toUTCString());
}
