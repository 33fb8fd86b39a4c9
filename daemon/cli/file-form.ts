/** A file as the body of a form, for the daemon; a file of its own, as commands that ask no daemon need no undici. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { FormData } from 'undici';

/** It is read while it is sent. @throws the system's error */
export async function fileForm(field: string, path: string): Promise<FormData> {
  const form = new FormData();
  form.append(field, await openAsBlob(path), basename(path));
  return form;
}
