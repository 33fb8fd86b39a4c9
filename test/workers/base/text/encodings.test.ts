import { describe, expect, it } from '@jest/globals';
import { codePage850, mendLatin1, windows1252 } from '../../../../workers/base/text/encodings.js';

/** Returns the text as a program reads it that takes the bytes for Latin-1. */
const misread = (text: string): string => Buffer.from(text).toString('latin1');

it('decodes names of the ZIPs of Windows', () => {
  expect(codePage850(Buffer.from('b720d2208420e120002d', 'hex'))).toBe('À Ê ä ß \0-');
});

describe('text that was read as Latin-1', () => {
  it.each([
    ...[
      'Jürgens Öfchen',
      'Großes ß',
      'Forêt d’été',
      'Ça va déjà',
      'Das „große“ Rätsel – Teil 1 …',
      'Wieża ą',
      'Один дома',
    ],
    ...['日本語', '🎵 Lied'],
  ])('is UTF-8: %s', (text) => {
    expect(mendLatin1(misread(text))).toBe(text);
  });

  it.each(['Voilà', 'Là-bas, déjà'])('is UTF-8 whose last byte was trimmed as a blank: %s', (text) => {
    expect(mendLatin1(misread(text).trim())).toBe(text);
  });

  it.each(['Märchen für Große', 'Übung', 'Ärger – Teil 1', '„Ja“'])(
    'is UTF-8 that was read as Windows-1252: %s',
    (text) => {
      expect(mendLatin1(windows1252(Buffer.from(text)))).toBe(text);
    },
  );

  it('is Windows-1251 if it has words of accents only', () => {
    expect(mendLatin1('Ïåñíÿ êðîêîäèëà Ãåíû')).toBe('Песня крокодила Гены');
  });

  it.each([
    ['Ðóññêèå', 'Русские'],
    ['Ñêàçêà 1', 'Сказка 1'],
    ['02. Êîëîáîê', '02. Колобок'],
    ['Òåðåìîê!', 'Теремок!'],
    ['«Ðåïêà»', '«Репка»'],
    ['Ãëàâà 2', 'Глава 2'],
    ['CD 1 ÑÊÀÇÊÈ', 'CD 1 СКАЗКИ'],
    ['Ñàìîë¸ò', 'Самолёт'],
  ])('is Windows-1251 if a word has letters that no western language has together: %s', (text, meant) => {
    expect(mendLatin1(text)).toBe(meant);
  });

  it.each([
    ...[
      'ÄÖÜ',
      'ÅÄÖ',
      'ÆØÅ',
      'ÄÖÜẞ',
      'ÄÖÜß',
      'ÄÖÜÅ',
      'ÕÄÖÜ',
      'Çà',
      'ÇÀ ET LÀ',
      'Ñandú',
      'ÑANDÚ',
      'ÀÉÈ',
      'ÀÉÈÙ',
      'Œuvre',
    ],
    ...['ŒUVRE', 'ÉLÉVÉ', 'CRÉÉE', 'CRÉÉES', 'ÎLE', 'Ö', 'Ôôôô !', 'ÉÉÉÉ', 'ÓÓÓÓ', 'Ääääh', 'ÄÄÄÄ!', 'ÖÖÖÖÖ', 'Ñññññ'],
    ...[
      'ÁÉÍÓÚ',
      'ÁÉÍÓÚÜÑ',
      'ÂÊÎÔÛ',
      'ÀÈÌÒÙ',
      'ÃÕÇÁ',
      'ÁÐÍÞÝ',
      'ÞÆÖ',
      'ÅÅÅÅ',
      'FÊTE À ÉVIAN',
      'À L’ÉTÉ',
      'ÜBERMÜDÊTÉÈ',
      '×××××',
    ],
    ...[
      'ÆBLESKIVER',
      'ØØØØ',
      'BLÅBÆRØL',
      'FEÖØÅÆBÆR',
      'AÇÃO',
      'AÇÕES',
      'NÃO É',
      'JÕEÄÄRNE ÖÖÄÄR',
      'ÉÉN',
      'REEËEL',
      'Märchen Ñêàçêà',
    ],
  ])('is western, and is left alone: %s', (text) => {
    expect(mendLatin1(text)).toBe(text);
  });

  it.each([
    ['Das \x84gro\xdfe\x93 R\xe4tsel \x96 Teil 1 \x85', 'Das „große“ Rätsel – Teil 1 …'],
    ['\x80 und \x9c', '€ und œ'],
    ['\xdc\x96Wagen', 'Ü–Wagen'],
    ['\xd6\x85', 'Ö…'],
  ])('is Windows-1252: %j', (text, meant) => {
    expect(mendLatin1(text)).toBe(meant);
  });

  it.each([
    '',
    'œuvre “d’été” – ś',
    'äöüß',
    'Test äöüÄÖÜß',
    'éèàç',
    'Teil 1',
    'Grüße',
    'MAÇÃ',
    'IRMÃ',
    'Ä',
    '«À»',
    '25 °C',
    'Das „große“ Rätsel',
    'Ü–Wagen',
    'Chör 日本 Ã¼',
    'x\x85…',
    ...['Nestlé®', 'Touché¡', 'Ole Olé»', 'Café¹', 'Bébé½', 'Nestlé°'],
  ])('is left alone: %j', (text) => {
    expect(mendLatin1(text)).toBe(text);
  });
});
