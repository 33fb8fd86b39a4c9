/** The start page: one large place to drop music. */
import { say } from '../../../workers/base/language/sentence.js';
import type { PageView } from '../../response/page.js';
import type { DaemonStatus } from '../status/service.js';
import { html, path, type Html } from '../../response/html.js';
import { fileSize } from '../../response/words.js';

/** What stands above and below the form. */
export type StartParts = Record<'firstRun' | 'problems' | 'arrivals', Html>;

export function uploadView(inbox: DaemonStatus['inbox'] | null, maxBytes: number, parts: StartParts): PageView {
  const body = html`<section class="upload">
<h1>Add music</h1>
${parts.firstRun}
<form class="drop" id="upload" method="post" action="${path('/')}" enctype="multipart/form-data" data-max="${maxBytes}">
<p class="drop-hint"><svg class="drop-mark" viewBox="0 0 48 48"
  aria-hidden="true"><path d="M24 6v24m0 0-9-9m9 9 9-9M8 34v8h32v-8"/></svg>
<span class="with-script">Drop the tracks of one album here, or folders of albums</span>
<span class="without-script">Choose the tracks of one album</span></p>
<div class="pick">
<label>Tracks <input type="file" name="files" multiple
  accept="audio/*,.mp3,.ogg,.oga,.opus,.flac,.m4a,.m4b,.aac,.wav,.wma,.aif,.aiff,.zip"></label>
<label>Choose a folder <input type="file" name="files" multiple webkitdirectory></label>
<label>Cover <span class="quiet">(optional)</span> <input type="file" name="cover"
  accept="image/jpeg,image/png,image/webp,image/gif"></label>
</div>
<button>Add the album</button>
<p class="quiet small">Up to ${fileSize(maxBytes)} at once.
Title, artist and order come from the tags, else from the names of folders and files.</p>
</form>
<div id="uploads" class="uploads" aria-live="polite"></div>
${
  inbox !== null &&
  html`<p class="or">or drop folders into <code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${inbox.path}</code></p>`
}
${parts.problems}
${parts.arrivals}
</section>`;
  return { title: 'Add music', place: '/', body, scripts: ['upload.js', 'seen.js'] };
}
