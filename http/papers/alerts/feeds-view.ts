/** The feeds on the page of what is new. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, option, path, webAddress, type Html, type Part } from '../../response/html.js';
import { intervals, type Feed } from './service.js';

export function feedsView(feeds: readonly Feed[]): Html {
  return html`<section class="card" id="feeds"><h2>${say('feeds.title')}</h2>
<p class="help">${say('feeds.help')}</p>
${feeds.length > 0 && html`<ul class="plain-list">${feeds.map(entry)}</ul>`}
<form method="post" action="${path('/papers/feeds')}">${hidden('action', 'add')}
<p><label for="feed-address">${say('feeds.address')}</label>
<input type="url" id="feed-address" name="address" required maxlength="4000" autocomplete="off"
  placeholder="https://arxiv.org/list/cs.CL/recent"></p>
<p><label for="feed-every">${say('feeds.every')}</label>
<select id="feed-every" name="every">${intervals.map((one) => option(one, say(`feeds.${one}`)))}</select></p>
<p class="actions"><button>${say('feeds.add')}</button></p></form></section>`;
}

function entry(feed: Feed): Html {
  const { id, name, address, every, fetched_at: at, added, rejected, import_id: record, next_at: next, problem } = feed;
  const to = webAddress(address);
  const result =
    at === null
      ? say('feeds.waiting')
      : say('feeds.fetched', {
          at: new Date(at),
          count: added,
          import: record === null ? (words: readonly Part[]) => html`${words}` : link(`/papers/imports#i-${record}`),
        });
  return html`<li id="f-${id}"><h3>${to === undefined ? name : html`<a href="${to}" rel="noreferrer">${name}</a>`}</h3>
<p class="quiet">${say(`feeds.${every}`)} · ${result}
${rejected > 0 && say('feeds.rejected', { count: rejected })}
${next !== null && say('feeds.next', { at: new Date(next) })}</p>
${problem !== null && html`<p class="note warning">${problem} ${say('papers.retried')}</p>`}
<div class="actions">${action('fetch', feed)}${action('remove', feed)}</div></li>`;
}

const action = (name: 'fetch' | 'remove', feed: Feed): Html => html`<form method="post"
  action="${path('/papers/feeds')}">${hidden('action', name)}${hidden('id', feed.id)}
<button class="plain small" aria-label="${say(`feeds.${name}_it`, { name: feed.name })}">${say(
  `feeds.${name}`,
)}</button></form>`;
