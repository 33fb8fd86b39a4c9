/** A folder that a person says is a library, though it has lost its mark and its records. */
import { factsIn, albumsFolder } from './album-folders.js';
import { randomUUID } from 'node:crypto';
import type { KnownLibraries } from '../known-libraries.js';
import { findingIn, held, putMark } from '../place.js';

/** Marks it as the library that most of its folders say they are of. Does nothing where there is a mark. */
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
