import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Jimp } from 'jimp';
import { jsonOf } from './json.mjs';

/** @type {(name: string) => `${string}.png`} */
const imageAt = (name) => `${fileURLToPath(new URL('../images/', import.meta.url))}${name}.png`;

/** The first page of a PDF, on grey ground so that its edges are seen. */
async function sheet(name, address) {
  const work = mkdtempSync(join(tmpdir(), 'tonstift-sheet-'));
  const pdf = join(work, `${name}.pdf`);
  writeFileSync(pdf, Buffer.from(await (await fetch(address)).arrayBuffer()));
  // Four times as fine as it is shown: fine lines and dots come out as grey, as an eye sees them.
  execFileSync('pdftoppm', ['-r', '240', '-singlefile', '-png', pdf, join(work, name)]);
  const page = (await Jimp.read(join(work, `${name}.png`))).scale(1 / 4);
  const edge = 12;
  const ground = new Jimp({ width: page.width + 2 * edge, height: page.height + 2 * edge, color: 0xd8d8d8ff });
  await ground.composite(page, edge, edge).write(imageAt(name), { colorType: 2, deflateLevel: 9 });
  rmSync(work, { recursive: true });
  const { size } = statSync(imageAt(name));
  if (size > 150_000) throw new Error(`images/${name}.png has ${size} bytes, and should have 150,000 at most.`);
}

/** Printed pages, as small pictures. */
export async function sheets(url) {
  const oid = Object.fromEntries(
    (await jsonOf(`${url}/library`)).albums.map((album) => [album.album_title, album.oid]),
  );
  await sheet(
    'sheet-list',
    `${url}/pdf?preset=list&show_general_controls=true&oids=${oid['Im Wald']},${oid['Grüße & Töne']}`,
  );
  await sheet('sheet-tiles', `${url}/pdf?preset=tiles`);
  await sheet('sheet-cd', `${url}/pdf?preset=cd&oids=${oid['Im Wald']}`);
  await sheet('sheet-round', `${url}/pdf?preset=round&oids=${oid['Im Wald']},${oid['Vogelstimmen']}`);
  await sheet('test-sheet', `${url}/download_oid_images?format=pdf`);
}
