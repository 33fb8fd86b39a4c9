// Writes docs/configuration.md: npm run build && node docs/write-configuration.js
import { writeFileSync } from 'node:fs';
import { configurationDocument } from '../dist/config/document.js';
// It brings the settings of all features.
import '../dist/daemon/features.js';

writeFileSync(new URL('configuration.md', import.meta.url), configurationDocument());
