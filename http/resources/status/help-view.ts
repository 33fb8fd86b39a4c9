/** How it works, in plain words. */
import type { PageView } from '../../response/page.js';
import { html, path, type Html } from '../../response/html.js';

export function helpView(inboxPath: string | null): PageView {
  const where = inboxPath !== null && html`, <code class="where">${inboxPath}</code>`;
  const body = html`<section class="help narrow">
<h1>How it works</h1>
<ol class="steps">
<li><h2>Give it an album</h2>
<p>Copy a folder with the tracks of one album into the inbox${where}, or drop the tracks on
<a href="${path('/')}">Add music</a>. A picture in the folder becomes the cover. A ZIP of audio works too.</p></li>
<li><h2>It is sorted into the library</h2>
<p>Title, artist and order come from the tags of the files, else from their names.
All of it can be changed in the <a href="${path('/library')}">library</a>:
open an album and type into the text.</p></li>
<li><h2>The file for the pen is made</h2>
<p>By itself, and again after each change that matters. Its technical name is <em>GME file</em>.</p></li>
<li><h2>Onto the pen</h2>
<p>Connect the pen with its cable and switch it on. The albums are copied by themselves;
the page <a href="${path('/pens')}">Pen</a> says when it is safe to unplug.
From a machine that is not this one, download the file from the album
and copy it onto the pen as onto a USB stick.</p></li>
<li><h2>Print its sheet</h2>
<p>The pen reads its way from paper. Choose the album under <a href="${path('/print')}">Print</a>, open the PDF and
print it. Then tap the start field, the large one, and after it tracks and buttons.</p></li>
</ol>
<h2>Printing</h2>
<p>The first time, <a href="${path('/download_oid_images')}">print the test sheet</a>.
It comes with a file for the pen, and tells in a few taps which resolution and size of dots suit your printer.
Set the two under <a href="${path('/print')}">Print</a>, and keep them.</p>
<ul>
<li>Print at 100 % (<em>actual size</em>), never to fit the page.</li>
<li>In graphics or photo mode, or at the highest resolution, on plain matte paper.</li>
<li>Toner saving, economy and draft off: they leave out dots.</li>
<li>Print the PDF, not the web page: a browser moves the dots.</li>
</ul>
<p>A sheet keeps working when the album’s file is made again, as long as its OID and the order of its tracks stay.</p>
<h2>Papers</h2>
<p>For those who read them: files of paper abstracts (JSON, JSON Lines, CSV) go into the inbox too,
or in on the page <a href="${path('/papers')}">Papers</a>. With a server that makes embeddings, named in the
<a href="${path('/config')}">settings</a>, papers are then found by what they are about.</p>
${others()}
${words()}
${troubles()}
</section>`;
  return { title: 'Help', place: '/help', body };
}

const others = (): Html => html`<h2>Who gets in</h2>
<p>Without a password only your own account of this machine does. Set one under
<a href="${path('/config')}">settings</a>, or by <code>tonstift password</code>;
<code>--password-file</code> names a file that holds it. A new password ends all logins.
<code>tonstift config set</code> changes what the pages may not.</p>`;

const words = (): Html => html`<h2>Words</h2>
<dl>
<dt>Inbox</dt>
<dd>A folder that is watched. What cannot be read is moved into its folder <code>failed</code>,
beside a text file that says why. Nothing is deleted that is not safely in the library.</dd>
<dt>OID</dt>
<dd>The number that the pen reads from paper. An album’s own number, 1 to 992,
is printed on its control sheet and starts it.</dd>
<dt>Control sheet</dt>
<dd>A page with fields for the album and its tracks, to tap with the pen.
It is made under <a href="${path('/print')}">Print</a>:
as a list, as tiles to cut out, or as a booklet for a CD case.</dd>
<dt>A tap on the pen</dt>
<dd>With each album you choose what is heard. <em>Plays on</em>: from the tapped track to the end of the album, and all
of it from the start field. <em>One track a tap</em>: each track stops at its end; the start field plays the first one,
or it <em>only starts</em>, without a sound, and the child chooses a song.</dd>
</dl>`;

const troubles = (): Html => html`<h2>When something is wrong</h2>
<dl>
<dt>An album does not appear</dt>
<dd>Wait until the copy has ended, plus a few seconds. Then look into the folder <code>failed</code> of the inbox,
and into the <a href="${path('/logs')}">logs</a>.</dd>
<dt>The album says “problem”</dt>
<dd>Open it: it says which track could not be used.</dd>
<dt>The pen is not found</dt>
<dd>It must show up like a USB stick on the machine on which Tonstift runs.
If it does and the page <a href="${path('/pens')}">Pen</a> is empty, name its folder in the
<a href="${path('/config')}">settings</a> (<em>Pen paths</em>).</dd>
<dt>The pen ignores the file</dt>
<dd>Its language must be the pen’s. Files that Tonstift copies itself have it;
for those that you copy by hand see <em>Pen language</em> in the <a href="${path('/config')}">settings</a>.</dd>
<dt>The pen is silent on paper</dt>
<dd>Tap the album’s start field first. Else print the <a href="${path('/download_oid_images')}">test sheet</a>:
it shows whether paper, printer or file is to blame.</dd>
<dt>Another device shall reach these pages</dt>
<dd>Set a password in the <a href="${path('/config')}">settings</a>, then <em>Address to listen on</em> to 0.0.0.0.</dd>
</dl>`;
