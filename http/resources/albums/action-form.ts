/** A separate form for one action on an album. */
import { hidden, html, path, type Html } from '../../response/html.js';

export function actionForm(oid: number, action: string, inside: Html, encoding: 'files' | 'fields' = 'fields'): Html {
  const content = html`${hidden('action', action)}${hidden('uid', oid)}${inside}`;
  return encoding === 'files'
    ? html`<form method="post" action="${path('/library')}" enctype="multipart/form-data">${content}</form>`
    : html`<form method="post" action="${path('/library')}">${content}</form>`;
}
