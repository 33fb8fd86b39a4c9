/** A section of the help page. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, link, type Html } from '../../response/html.js';

export const programs = (): Html => html`<h2>${say('help.programs')}</h2>
<p>${say('help.programs.how', { api: link('/api') })}</p>
`;
