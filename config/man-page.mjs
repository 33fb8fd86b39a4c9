/** Writes `dist/tonstift.1`, the page for man(1) that the package brings. */
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
/** Of what was built just now: where nothing is built, the types of these scripts are looked at all the same. */
const built = (path) => import(new URL(`dist/${path}`, root).href);
const { usualPlaces } = await built('config/document.js');
const { manPage } = await built('daemon/cli/man-page.js');
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
writeFileSync(new URL('dist/tonstift.1', root), manPage(version, usualPlaces));
