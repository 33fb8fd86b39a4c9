// Writes docs/configuration.md anew: npm run build && node docs/write-configuration.js
import { writeFileSync } from 'node:fs';
import { configurationDocument } from '../dist/config/document.js';

writeFileSync(new URL('configuration.md', import.meta.url), configurationDocument());
