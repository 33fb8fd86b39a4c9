/**
 * Makes of the many small files that several parts of a program need, a few. esbuild makes a file for each set of parts
 * that need the same, of 200 bytes or of 200 kB; each costs a fifth of a millisecond to be found, opened and read, a
 * fifth of what a command took. What is always loaded together here becomes one file.
 */
import { dirname, join } from 'node:path';
import { rollup } from 'rollup';

/** What `tonstift papers search` loads after the start, whether it asks a daemon or the database itself. */
const command = 'daemon/cli/commands/papers-search.ts';
/** What it loads besides where no daemon runs, one after the other (`daemon/papers/reader.ts`). */
const search = [
  'daemon/papers/reader.ts',
  'daemon/papers/stores.ts',
  'daemon/papers/search.ts',
  'workers/papers/database-manager.ts',
  'workers/papers/sql/sqlite.ts',
];
/** And at last SQLite's own library, which a daemon loads in threads only: a file for itself. */
const library = 'workers/papers/sql/in-place-connection.ts';
/** By the path of a source: what has nothing to do with papers is not to load what these need. */
const isOfPapers = /papers|vectors|embedding/;

/**
 * Of each file the name of the one that it becomes a part of, or none.
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @returns {Map<string, string>} by the path from the root
 */
function groupsOf(outputs) {
  const files = new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) => (entryPoint ? [[entryPoint, file]] : [])),
  );
  const loadedBy = (entry) => {
    const file = files.get(entry);
    if (file === undefined)
      throw new Error(`${entry} is not loaded by itself any more: put its file together otherwise.`);
    return closureOf(file, outputs);
  };
  const [, ...start] = loadedBy('daemon/main.ts');
  const common = [...files.keys()].filter((entry) => !isOfPapers.test(entry) || entry === command);
  const neededElsewhere = new Set(common.flatMap((entry) => [...loadedBy(entry)]));
  const groups = new Map([...start].map((file) => [file, 'start']));
  const add = (entry, name) => {
    for (const file of loadedBy(entry))
      if (!groups.has(file)) groups.set(file, neededElsewhere.has(file) ? 'common' : name);
  };
  add(command, 'common');
  for (const entry of search) add(entry, 'papers');
  add(library, 'sqlite');
  return groups;
}

/** The file with all that is loaded with it. */
function closureOf(file, outputs, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const { path, kind, external } of outputs[file].imports)
    if (kind === 'import-statement' && !external) closureOf(path, outputs, known);
  return known;
}

/**
 * Writes the program with its files.
 * @param {string} root the folder of package.json
 * @param {import('esbuild').BuildResult<{ metafile: true, write: false }>} built
 * @returns {Promise<import('rollup').RollupOutput['output']>}
 */
export async function writeMerged(root, { outputFiles, metafile: { outputs } }) {
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  // Names at the head of a file may be others in the end, of which a text that is evaluated knows nothing. That of depd
  // is a function with names of the one around it only.
  for (const [path, text] of texts)
    if (/\beval\(\s*(?!"\(function \()/.test(text)) throw new Error(`${path} evaluates a text: have it do without.`);
  const groups = groupsOf(outputs);
  const entry = join(root, 'dist/daemon/main.js');
  const bundle = await rollup({
    input: { 'daemon/main': entry },
    // What is not needed is left out already.
    treeshake: false,
    external: (id) => !id.startsWith('.') && !texts.has(id),
    plugins: [
      {
        name: 'from memory',
        resolveId: (id, importer) =>
          importer === undefined ? id : id.startsWith('.') ? join(dirname(importer), id) : null,
        load: (id) => texts.get(id),
      },
    ],
    onwarn: ({ code, message }) => {
      if (code !== 'EVAL') throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: join(root, 'dist'),
    format: 'es',
    entryFileNames: '[name].js',
    // With a hash: what a daemon loads late is never of another version than what it has loaded.
    chunkFileNames: 'chunks/[name]-[hash].js',
    onlyExplicitManualChunks: true,
    manualChunks: (id) => groups.get(`dist/${id.slice(join(root, 'dist/').length)}`),
  });
  await bundle.close();
  return output;
}
