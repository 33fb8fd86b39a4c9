import { expect, it } from '@jest/globals';
import { PaperIntake } from '../../../daemon/inbox/paper-intake.js';

it('takes what is papers by its name, and no text, which may belong to an album', () => {
  const intake = new PaperIntake({ put: () => Promise.reject(new Error('nothing is put')), kept: '/nowhere' });
  for (const name of ['a.json', 'a.CSV.gz', 'refs.bib', 'a.ris', 'pubmed.nbib', 'a.ciw', 'a.enw', 'a.xml', 'a.db'])
    expect([name, intake.takes(name)]).toEqual([name, true]);
  for (const name of ['savedrecs.txt', 'Lyrics.TXT', 'notes.txt.gz', 'a.mp3', 'json', 'a.json.zip'])
    expect([name, intake.takes(name)]).toEqual([name, false]);
});
