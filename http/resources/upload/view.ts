/** The start page, with a large area for dropping files. */
import { say } from '../../../workers/base/language/sentence.js';
import type { PageView } from '../../response/page.js';
import { coverTypes } from '../albums/cover-place.js';
import type { DaemonStatus } from '../status/service.js';
import { html, path, type Html, type Part } from '../../response/html.js';
import { fileSize } from '../../../workers/base/text/file-size.js';

const endings =
  'mp3 mp2 mpga ogg oga opus flac m4a m4b m4r m4p aac aax aaxc aa wav rf64 w64 wma aif aiff aifc caf au snd amr awb ' +
  'ape wv tta mpc ac3 dts dsf ra rm mka weba ogv ogx mp4 m4v mov 3gp 3gpp 3g2 mkv webm avi flv wmv asf mpg mpeg vob ' +
  'm2ts';

/** File types for the file dialog and for dropping. The server names the reason for protected ones. */
export const accepted = `audio/*,${endings.replace(/\w+/g, '.$&').replaceAll(' ', ',')},.zip`;

/** The parts of features above and below the form. */
export type StartParts = Record<'above' | 'below', readonly Part[]>;

export function uploadView(inbox: DaemonStatus['inbox'] | null, maxBytes: number, parts: StartParts): PageView {
  const body = html`<section class="upload">
<h1>${say('page.upload')}</h1>
${parts.above}
<form class="drop" id="upload" method="post" action="${path('/')}" enctype="multipart/form-data">
<p class="drop-hint"><svg class="drop-mark" viewBox="0 0 48 48"
  aria-hidden="true"><path d="M24 6v24m0 0-9-9m9 9 9-9M8 34v8h32v-8"/></svg>
<span class="with-script">${say('upload.drop')}</span>
<span class="without-script">${say('upload.choose')}</span></p>
<div class="given-files">
<label class="button">${say('upload.tracks')} <input type="file" name="files" multiple
  accept="${accepted},.cue"></label>
<label class="button plain">${say('upload.folder')} <input type="file" name="files" multiple webkitdirectory></label>
</div>
<details class="own-cover"><summary>${say('upload.own_cover')}</summary>
<label>${say('upload.cover', { quiet })} <input type="file" name="cover"
  accept="${coverTypes}"></label>
<canvas class="cover preview" id="cover-preview" role="img" aria-label="${say('upload.cover_preview')}"
  width="0" height="0" hidden></canvas></details>
<button class="without-script">${say('upload.add')}</button>
<p class="quiet small">${say('upload.most', { size: fileSize(maxBytes) })}</p>
</form>
<div id="uploads" class="uploads"></div>
${
  inbox !== null &&
  html`<p class="or">${say('upload.or', {
    inbox: html`<code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${inbox.path}</code>`,
  })}</p>`
}
${parts.below}
</section>`;
  return { title: say('page.upload'), place: '/', body };
}

const quiet = (inside: readonly unknown[]): Html => html`<span class="quiet">${inside.map(String)}</span>`;
