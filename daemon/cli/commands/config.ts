import { fieldNames } from '../../../config/fields.js';
import { readConfigFile } from '../../../config/file.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';

/** Prints the effective values with their source, as a table or as JSON. Masks secrets. */
export const printConfig: Command = async (invocation) => {
  const settings = await loadSettings(invocation);
  const { configFile } = settings.places;
  const config = settings.masked();
  if (invocation.options.json) {
    invocation.print(
      JSON.stringify({ file: configFile, config, sources: settings.sources, warnings: settings.warnings }, null, 2),
    );
    return exitCodes.done;
  }
  const texts = new Map(fieldNames.map((name) => [name, String(JSON.stringify(config[name]))]));
  const nameWidth = Math.max(...fieldNames.map((name) => name.length));
  const textWidth = Math.min(48, Math.max(...[...texts.values()].map((text) => text.length)));
  for (const [name, text] of texts) {
    invocation.print(`${name.padEnd(nameWidth)}  ${text.padEnd(textWidth)}  ${settings.sources[name]}`);
  }
  const isThere = (await readConfigFile(configFile)) !== null;
  invocation.print(`\nThe file is ${configFile}${isThere ? '' : ', which does not exist yet'}.`);
  settings.warnings.forEach(invocation.complain);
  return exitCodes.done;
};
