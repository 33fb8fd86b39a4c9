/** Marks a folder as a library if a person confirms it, although it has lost its marker and its records. */
import { factsIn, albumsFolder } from './album-folders.js';
import { randomUUID } from 'node:crypto';
import type { KnownLibraries } from '../known-libraries.js';
import { findingIn, held, putMark } from '../place.js';

/** Writes the marker with the library id that most of its fact files name. Does nothing if there is a marker. */
export async function claim(path: string, known: KnownLibraries): Promise<void> {
  await held(path, async (library) => {
    const finding = await findingIn(library.at(''));
    if (finding.kind === 'marked') return known.remember(path, finding.id);
    if (finding.kind === 'empty') return;
    const counts = new Map<string, number>();
    for (const facts of (await factsIn(library, albumsFolder)).values())
      if (facts !== undefined) counts.set(facts.library, (counts.get(facts.library) ?? 0) + 1);
    const [id = known.idIn(path) ?? randomUUID()] = [...counts].sort(([, a], [, b]) => b - a).flatMap(([one]) => one);
    await putMark(library.at(''), id);
    await known.remember(path, id);
  });
}
