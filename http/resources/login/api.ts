/** What a document says of logging in and out. */
import * as z from 'zod';
import { outcome, success } from '../../openapi/answers.js';
import { form, get, post } from '../../openapi/operation.js';
import { login } from './input.js';

export const operations = [
  get('/login', {
    id: 'showLogin',
    tag: 'Service',
    summary: 'The page that asks for the password',
    about: 'Where there is a password, it is open without it. Where there is none, it leads to the start.',
    answers: {
      200: { description: 'The page.', content: { 'text/html': 'text' } },
      302: {
        description: 'There is no password.',
        content: { 'text/html': 'text', 'text/plain': 'text' },
        headers: ['Location'],
      },
    },
  }),
  post('/login', {
    id: 'logIn',
    tag: 'Service',
    summary: 'Gives a cookie for the password',
    about:
      'At most 128 KiB. `next` is the page that a browser is led to. Where there is a password, it is asked for, and ' +
      'this is open without another one; where there is none, anything is right.',
    body: form(login, { password: 'my password', next: '/library' }),
    answers: outcome(z.object({ success })),
  }),
  post('/logout', {
    id: 'logOut',
    tag: 'Service',
    summary: 'Ends the session of the cookie',
    answers: outcome(z.object({ success })),
  }),
];
