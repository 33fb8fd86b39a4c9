/** The recipes of distributions that no test can build here, held against the files that they repeat. */
import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the formula of Homebrew', () => {
  const formula = read('packaging/homebrew/tonstift.rb');

  it('sets the variables of our launchd agent', () => {
    const [, agent = ''] = /<key>EnvironmentVariables<\/key>([^]*?)<\/dict>/.exec(
      read('service-units/launchd/app.tonstift.daemon.plist'),
    ) ?? [''];
    const names = [...agent.matchAll(/<key>(\w+)<\/key>/g)].map(([, name]) => name);
    const [set = ''] = /environment_variables (?:[^\n]*,\n)*[^\n]*\n/.exec(formula) ?? [];
    expect(names).toContain('PATH');
    expect([...set.matchAll(/(\w+): /g)].map(([, name]) => name).sort()).toEqual(names.sort());
  });

  it('restarts the daemon after a failure, on macOS and on Linux', () => {
    // Homebrew's to_plist reads the first one, and its to_systemd_unit only the second.
    expect(formula).toContain('keep_alive successful_exit: false, crashed: true');
  });
});

describe('the package of Nix', () => {
  it('writes the files that prepack writes without a network', () => {
    const scripts = (text: string): string[] =>
      [...text.matchAll(/node packaging\/([\w-]+)\.mjs/g)].map(([all]) => all);
    const { scripts: ofNpm } = JSON.parse(read('package.json')) as { scripts: { prepack: string } };
    const offline = scripts(ofNpm.prepack).filter((one) => !one.includes('sbom'));
    expect(scripts(read('packaging/nix/package.nix')).sort()).toEqual(offline.sort());
  });

  it('installs the manual page itself: the hook accepts only a single path, and npm only a list', () => {
    const { man } = JSON.parse(read('package.json')) as { man: string[] };
    expect(read('packaging/nix/package.nix')).toContain(`installManPage ${man[0]?.slice(2)}`);
  });
});

interface Texts {
  control: (manifest: object, part: object) => string;
  changelog: (manifest: object, seconds: number) => string;
}

describe('the version of the Debian package', () => {
  const canCompare = spawnSync('dpkg', ['--version']).status === 0;
  const versions = async (version: string): Promise<string[]> => {
    const url = pathToFileURL(join(root, 'packaging/deb-control.mjs')).href;
    const { control, changelog } = (await import(url)) as Texts;
    const [, ofControl = ''] = /^Version: (.*)$/m.exec(control({ version, license: 'MIT' }, {})) ?? [];
    const [, ofChangelog = ''] = /\((.*?)\)/.exec(changelog({ version }, 0)) ?? [];
    return [ofControl, ofChangelog];
  };

  it('is the same in the control file and the changelog', async () => {
    expect(await versions('0.2.0')).toEqual(['0.2.0-1', '0.2.0-1']);
    expect(await versions('0.2.0-rc.1')).toEqual(['0.2.0~rc.1-1', '0.2.0~rc.1-1']);
  });

  (canCompare ? it : it.skip)(
    'makes a prerelease older than its release (skipped where there is no dpkg)',
    async () => {
      const [before = ''] = await versions('0.2.0-rc.1');
      const [release = ''] = await versions('0.2.0');
      expect(spawnSync('dpkg', ['--compare-versions', before, 'lt', release]).status).toBe(0);
    },
  );
});
