/** Describes the routes for logging in and out. */
import * as z from 'zod/v4';
import { outcome, success } from '../../operations/answers.js';
import { form, get, post } from '../../operations/operation.js';
import { login } from './input.js';

export const operations = [
  get('/login', {
    id: 'showLogin',
    tag: 'Service',
    summary: 'The page that asks for the password',
    about: 'Open without a password. If no password is set, it redirects to the start page.',
    answers: {
      200: { description: 'The page.', content: { 'text/html': 'text' } },
      302: {
        description: 'No password is set.',
        content: { 'text/html': 'text', 'text/plain': 'text' },
        headers: ['Location'],
      },
    },
  }),
  post('/login', {
    id: 'logIn',
    tag: 'Service',
    summary: 'Log in with the password and get a cookie',
    about:
      'At most 128 KiB. `next` is the page to which a browser is redirected. The request needs no other ' +
      'authentication. If no password is set, every password is accepted.',
    body: form(login, { password: 'my password', next: '/library' }),
    answers: outcome(z.object({ success })),
  }),
  post('/logout', {
    id: 'logOut',
    tag: 'Service',
    summary: 'End the session of the cookie',
    answers: outcome(z.object({ success })),
  }),
];
