/** The command line: parses the arguments, runs one command, and is the only place that ends the process. */
import { fstatSync, writeSync } from 'node:fs';
import { placesOf } from '../config/places.js';
import { ConfigError, problemSentence } from '../config/problems.js';
import { systemCodeOf, TonstiftError } from '../workers/base/errors.js';
import { parseArguments } from './cli/arguments.js';
import { explained } from './log/disk-errors.js';
import { UsageError } from './cli/usage-error.js';
import { hideSecrets, readPasswordFile } from './cli/password-file.js';
import { exitCodeOf, exitCodes, type ExitCode } from './cli/exit-codes.js';
import { commands, loadFeatures, openBackupParts } from './features.js';
import { readVersion } from './version.js';
import { plainSystemErrors } from '../workers/base/text/system-words.js';

const exit = (code: number): never => process.exit(code);
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${plainSystemErrors(line)}\n`);

/** Throws if the disk is full. Node's stream loses what the disk does not take, without an error. */
function writeToFile(line: string): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0;) rest = rest.subarray(writeSync(1, rest));
}

let isDaemon = false;

/**
 * Returns true if a command must end, because its output cannot be written. Whoever reads the output may stop
 * (`| head`); the command continues then, because it may change something. The daemon needs no console.
 */
const isFailure = (error: unknown): boolean => !isDaemon && systemCodeOf(error) !== 'EPIPE';

async function main(words: readonly string[]): Promise<ExitCode> {
  const warning = hideSecrets(words);
  const {
    command,
    help,
    version: asksVersion,
    home: homeFlag,
    passwordFile,
    ...rest
  } = parseArguments(words, commands);
  isDaemon = command === commands[0] && help === undefined && !asksVersion;
  process.stdout.on('error', (error) => {
    if (isFailure(error)) exit(codeAfter(error));
  });
  process.stderr.on('error', () => undefined);
  const print = !isDaemon && fstatSync(1).isFile() ? writeToFile : write;

  const environment = process.env;
  const places = placesOf(environment, homeFlag ?? environment.TONSTIFT_HOME);
  const home = (homeFlag ?? environment.TONSTIFT_HOME) ? places.data : undefined;
  const version = readVersion();
  if (help !== undefined) {
    const { commandHelp, helpText } = await import('./cli/help.js');
    print(help.length > 0 ? commandHelp(help, places) : helpText(version, commands));
    return exitCodes.done;
  }
  if (asksVersion) {
    print(version);
    return exitCodes.done;
  }
  if (warning !== undefined) complain(warning);
  if (passwordFile !== undefined) rest.flags.password = readPasswordFile(passwordFile, complain);
  const run = await command.load();
  return run({
    ...rest,
    commands,
    loadFeatures,
    openBackupParts,
    home,
    passwordFile,
    environment,
    places,
    version,
    print,
    complain,
    exit,
  });
}

/** Formats an error for the user; a bug is printed with its stack. */
function report(error: unknown): string[] {
  if (error instanceof UsageError) return [`tonstift: ${error.message}`, error.hint];
  if (error instanceof ConfigError) {
    const { problems } = error;
    if (problems.length === 1) return problems.map((problem) => `tonstift: ${problemSentence(problem)}`);
    return [
      `tonstift: There are ${problems.length} problems in the configuration:`,
      ...problems.map((problem) => `  ${problemSentence(problem)}`),
    ];
  }
  const isExpected = error instanceof TonstiftError || systemCodeOf(error) !== undefined;
  return [`tonstift: ${isExpected || !(error instanceof Error) ? explained(error) : (error.stack ?? error.message)}`];
}

/** @param error of the output */
function codeAfter(error: unknown): ExitCode {
  report(error).forEach(complain);
  return exitCodeOf(error);
}

const code = await main(process.argv.slice(2)).catch((error: unknown) => {
  report(error).forEach(complain);
  return exitCodeOf(error);
});
process.stdout.write('', (error) => exit(error && isFailure(error) ? codeAfter(error) : code));
