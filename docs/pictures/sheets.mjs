import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Jimp, ResizeStrategy } from 'jimp';
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
  checkSize(name);
}

function checkSize(name) {
  const { size } = statSync(imageAt(name));
  if (size > 160_000) throw new Error(`images/${name}.png has ${size} bytes, and should have 160,000 at most.`);
}

/** The head of a list, and 2 mm of its start field under a magnifying glass. */
async function dots(address) {
  const work = mkdtempSync(join(tmpdir(), 'tonstift-sheet-'));
  const pdf = join(work, 'list.pdf');
  writeFileSync(pdf, Buffer.from(await (await fetch(address)).arrayBuffer()));
  const part = async (name, dpi, [x, y, width, height]) => {
    const area = ['-x', x, '-y', y, '-W', width, '-H', height].map(String);
    execFileSync('pdftoppm', ['-r', String(dpi), ...area, '-singlefile', '-png', pdf, join(work, name)]);
    return Jimp.read(join(work, `${name}.png`));
  };
  const [page, radius] = [(await part('page', 360, [0, 0, 2976, 1680])).scale(1 / 4), 150];
  const magnified = (await part('dots', 1200, [2300, 700, 100, 100])).resize({
    w: 2 * radius,
    h: 2 * radius,
    mode: ResizeStrategy.NEAREST_NEIGHBOR,
  });
  const picture = new Jimp({ width: page.width + 2 * radius + 60, height: page.height, color: 0xffffffff });
  picture.composite(page, 0, 0);
  const [middleX, middleY, field] = [page.width + radius + 30, 185, { x: 200, y: 85 }];
  for (let step = 0; step <= 2000; step++) {
    const along = step / 2000;
    const x = Math.round(field.x + (middleX - field.x) * along);
    const y = Math.round(field.y + (middleY - field.y) * along);
    for (const near of [0, 1]) picture.setPixelColor(0xc94f3dff, x, y + near);
  }
  for (let y = -radius - 4; y <= radius + 4; y++)
    for (let x = -radius - 4; x <= radius + 4; x++) {
      const far = Math.hypot(x, y);
      if (far > radius + 4) continue;
      const ink =
        far > radius ? 0xc94f3dff : magnified.getPixelColor(Math.min(x + radius, 299), Math.min(y + radius, 299));
      picture.setPixelColor(ink, middleX + x, middleY + y);
    }
  await picture.write(imageAt('sheet-dots'), { colorType: 2, deflateLevel: 9 });
  rmSync(work, { recursive: true });
  checkSize('sheet-dots');
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
  await dots(`${url}/pdf?preset=list&oids=${oid['Im Wald']}`);
  await sheet('test-sheet', `${url}/download_oid_images?format=pdf`);
}
