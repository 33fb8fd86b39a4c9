/** Logging in and out, if a password is set. */
import { say } from '../../../workers/base/language/sentence.js';
import type { Router } from '@koa/router';
import { TonstiftError } from '../../../workers/base/errors.js';
import { baseOf } from '../../request/base-path.js';
import { bodyFields } from '../../request/body.js';
import { sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { prefersHtml } from '../../request/negotiate.js';
import { loginFields, pageAfterLogin } from './input.js';
import { loginView } from './view.js';

/**
 * Bytes: the longest password and the longest address, URL-encoded. The limit is low because the client is not
 * authenticated yet.
 */
const mostBytes = 64 * 1024;

export function loginRoutes(router: Router, { gate, ...rest }: Kit): void {
  const kit: Kit = { gate, ...rest };
  const { access } = kit.services;

  router.get('/login', (ctx) => {
    const wanted = pageAfterLogin(ctx.query['next'], kit.pages);
    if (access.password() === undefined) return ctx.redirect(baseOf(ctx) + wanted);
    sendPage(ctx, kit, loginView(wanted, null));
  });

  router.post('/login', async (ctx) => {
    const fields = await bodyFields(ctx, mostBytes);
    const asked = access.password() !== undefined;
    const { password = '', next } = loginFields(fields, asked);
    const location = pageAfterLogin(next, kit.pages);
    if (asked) {
      if (!(await gate.check(ctx, password))) {
        if (!prefersHtml(ctx)) throw new TonstiftError('unauthorized', say('error.password'));
        ctx.status = 401;
        return sendPage(ctx, kit, loginView(location, say('login.wrong')));
      }
      gate.logIn(ctx);
    }
    sendOutcome(ctx, kit, { facts: { success: true }, location });
  });

  router.post('/logout', (ctx) => {
    gate.logOut(ctx);
    sendOutcome(ctx, kit, { facts: { success: true }, location: '/login' });
  });
}
