/** Tables with all that people and programs put around them. */
import { describe, expect, it } from '@jest/globals';
import { put, reasons } from '../put.js';

describe('a table', () => {
  it.each([
    ['a line about the file', '"About the data: ""pens"", all"\n\nTitle,Authors,Year,Venue\nA,Ada One,2020,X\n', 4],
    [
      'a byte order mark and the delimiter of Excel',
      '\ufeffsep=;\r\nTitle;Authors;Year;Venue\r\nA;Ada One;2020;X\r\n',
      3,
    ],
    ['bars, and names in any order', 'Year|Venue|Title|Authors\n2020|X|A|Ada One\n', 2],
    ['empty columns at the end', 'Title;Authors;Year;Venue\nA;Ada One;2020;X;;;\n', 2],
    ['rows of delimiters only', ';;;\nTitle;Authors;Year;Venue\n;;;\nA;Ada One;2020;X\n;;;\n', 4],
    ['other names of a database', 'Article Title,Author,Publication Date,Journal Title\nA,Ada One,20200101,X\n', 2],
    ['two words for the venue', 'Title,Author(s),Year of publication,Journal/Conference\nA,Ada One,2020,X\n', 2],
    ['the first author only', 'Title,First Author,Year,Journal\nA,Ada One,2020,X\n', 2],
    ['a name twice', 'Title;Authors;Year;Venue;Title;Year\nA;Ada One;2020;X;;\n', 2],
    ['quoted line breaks in the names', '"Title","Authors","Year\nof print","Year","Venue"\nA,Ada One,,2020,X\n', 3],
  ])('with %s is read', async (_, text, line) => {
    const { papers, report } = await put(`${text}\n`, 'csv');
    expect(papers).toEqual([
      expect.objectContaining({ title: 'A', authors: ['Ada One'], year: 2020, conference: 'X' }),
    ]);
    expect(report.rejected).toEqual([]);
    const broken = await put(text.replace('2020', 'soon'), 'csv');
    expect(broken.report.rejected).toEqual([expect.objectContaining({ line })]);
  });

  it.each([
    ['Titel;Autor*innen;Jahr;Konferenz;Zusammenfassung;Schlagwörter'],
    ['Titre;Auteurs;Année;Conférence;Résumé;Mots-clés'],
    ['Titel;Auteurs;Jaar;Conferentie;Samenvatting;Trefwoorden'],
    ['Título;Autores;Año;Congreso;Resumen;Palabras clave'],
    ['Title;Autor;Jahr;Konferenz;Abstract;Keywords'],
  ])('with the names %s is read', async (names) => {
    const { papers, report } = await put(`${names}\nA;Ada One, Bo Two;2020;X;Short;a, b\n`, 'csv');
    expect(report.unknown_keys).toEqual([]);
    expect(papers).toEqual([
      expect.objectContaining({
        ...{ title: 'A', authors: ['Ada One', 'Bo Two'], year: 2020, conference: 'X' },
        ...{ abstract: 'Short', keywords: ['a', 'b'] },
      }),
    ]);
  });

  it.each([
    'Session',
    'Track',
    'Poster Position',
    'Time',
    'Session Time',
    'Date',
    'Start date',
    'Start',
    'Begin',
    'End',
  ])('with a location and a column %s has rooms', async (name) => {
    // Spreadsheets leave out empty cells at the end of a row.
    const rows = 'A,Ada,2020,X,Hall A,\nB,Ada,2020,X,Hall A\n';
    const { papers } = await put(`Title,Authors,Year,Venue,Location,${name}\n${rows}`, 'csv');
    expect(papers.map((one) => one.room_name)).toEqual(['Hall A', 'Hall A']);
  });

  it('with a location and no times has no rooms', async () => {
    const { papers } = await put('Title,Authors,Year,Venue,Location\nA,Ada,2020,X,"Berlin, Germany"\n', 'csv');
    expect(papers.map((one) => one.room_name)).toEqual([undefined]);
  });

  it('takes no country of publication for a conference', async () => {
    const { papers } = await put('Title,Authors,Year,Published in\nA,Ada,2020,Germany\n', 'csv');
    expect(papers.map(({ conference }) => conference)).not.toEqual(['Germany']);
  });

  it('without names is none', async () => {
    expect(reasons(await put('a;b\n1;2\nyear;c\n', 'csv'))).toEqual([expect.stringContaining('names no known column')]);
    expect(reasons(await put(`${'x\n'.repeat(30)}title,year\nA,2020\n`, 'csv'))).toHaveLength(1);
  });
});
