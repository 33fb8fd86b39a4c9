/** Logging in and out, where there is a password. */
import type { Router } from '@koa/router';
import { TonstiftError } from '../../../workers/base/errors.js';
import { withBody } from '../../request/body.js';
import { onlyKnown } from '../../request/fields.js';
import { sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { prefersHtml } from '../../request/negotiate.js';
import { sessionCookie } from '../../security/password.js';
import { valueOf, BadValue } from '../../request/values.js';
import { loginView, pageAfterLogin } from './view.js';

const cookie = { httpOnly: true, sameSite: 'strict', path: '/', overwrite: true } as const;

function password(raw: unknown): string {
  if (typeof raw !== 'string') throw new BadValue('must be one text.');
  return raw;
}

export function loginRoutes(router: Router, { gate, ...rest }: Kit): void {
  const kit: Kit = { gate, ...rest };
  const { access } = kit.services;

  router.get('/login', (ctx) => {
    if (access.password() === undefined) return ctx.redirect('/');
    sendPage(ctx, kit, loginView('/', null));
  });

  router.post('/login', (ctx) =>
    withBody(ctx, kit.services, async ({ fields, files }) => {
      onlyKnown([...fields.keys(), ...files.keys()], new Set(['password', 'next']), 'A login');
      const location = pageAfterLogin(fields.get('next'));
      if (access.password() !== undefined) {
        if (!(await gate.check(ctx, valueOf('password', fields.get('password'), password)))) {
          if (!prefersHtml(ctx)) throw new TonstiftError('unauthorized', 'The password is wrong.');
          ctx.status = 401;
          return sendPage(ctx, kit, loginView(location, 'The password is wrong.'));
        }
        ctx.cookies.set(sessionCookie, gate.sessions.open(), { ...cookie, maxAge: gate.sessions.lifetime });
      }
      sendOutcome(ctx, kit, { facts: { success: true }, location });
    }),
  );

  router.post('/logout', (ctx) => {
    const session = ctx.cookies.get(sessionCookie);
    if (session !== undefined) gate.sessions.close(session);
    ctx.cookies.set(sessionCookie, null, cookie);
    sendOutcome(ctx, kit, { facts: { success: true }, location: '/login' });
  });
}
