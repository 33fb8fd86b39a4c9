import '../../daemon/features/backup/settings-table.js';
import '../../workers/papers/settings-table.js';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { configurationDocument } from '../../config/document.js';
import { environmentOf, fieldNames, flagOf } from '../../config/fields.js';

describe('docs/configuration.md', () => {
  it('is current (else: npm run build && node docs/write-configuration.js)', () => {
    expect(readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')).toBe(configurationDocument());
  });

  it('has every field', () => {
    const document = configurationDocument();
    for (const name of fieldNames)
      expect(document).toContain(`**\`${name}\`** · \`${flagOf(name)}\` · \`${environmentOf(name)}\``);
  });
});
