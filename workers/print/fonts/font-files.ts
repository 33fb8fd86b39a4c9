/**
 * The fonts that come with the program: which file is which, and what is written with it.
 * See workers/print/fonts/README.md.
 */
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';

interface FontFile {
  /** There is a file for bold text too. */
  bold?: true;
  /** Characters of the scripts that it was made for; nothing where it only helps out. */
  script?: RegExp;
}

/**
 * In the order in which fonts of a shared script are asked.
 * A script of a font is what Unicode says in Script_Extensions, so that marks shared by some scripts count for each.
 */
const table = {
  NotoSans: { bold: true, script: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u },
  NotoSansArabic: { bold: true, script: /\p{scx=Arabic}/u },
  NotoSansHebrew: { bold: true, script: /\p{scx=Hebrew}/u },
  NotoSansDevanagari: { bold: true, script: /\p{scx=Devanagari}/u },
  NotoSansBengali: { script: /\p{scx=Bengali}/u },
  NotoSansGurmukhi: { script: /\p{scx=Gurmukhi}/u },
  NotoSansGujarati: { script: /\p{scx=Gujarati}/u },
  NotoSansOriya: { script: /\p{scx=Oriya}/u },
  NotoSansTamil: { script: /\p{scx=Tamil}/u },
  NotoSansTelugu: { script: /\p{scx=Telugu}/u },
  NotoSansKannada: { script: /\p{scx=Kannada}/u },
  NotoSansMalayalam: { script: /\p{scx=Malayalam}/u },
  NotoSansSinhala: { script: /\p{scx=Sinhala}/u },
  NotoSansThai: { bold: true, script: /\p{scx=Thai}/u },
  NotoSansLao: { script: /\p{scx=Lao}/u },
  NotoSansKhmer: { script: /\p{scx=Khmer}/u },
  NotoSansMyanmar: { script: /\p{scx=Myanmar}/u },
  NotoSerifTibetan: { script: /\p{scx=Tibetan}/u },
  NotoSansArmenian: { bold: true, script: /\p{scx=Armenian}/u },
  NotoSansGeorgian: { bold: true, script: /\p{scx=Georgian}/u },
  NotoSansEthiopic: { script: /\p{scx=Ethiopic}/u },
  NotoSansSyriac: { script: /\p{scx=Syriac}/u },
  NotoSansThaana: { script: /\p{scx=Thaana}/u },
  NotoSansNKo: { script: /\p{scx=Nko}/u },
  NotoSansTifinagh: { script: /\p{scx=Tifinagh}/u },
  NotoSansVai: { script: /\p{scx=Vai}/u },
  NotoSansMongolian: { script: /\p{scx=Mongolian}/u },
  NotoSansYi: { script: /\p{scx=Yi}/u },
  NotoSansLisu: { script: /\p{scx=Lisu}/u },
  NotoSansOlChiki: { script: /\p{scx=Ol_Chiki}/u },
  NotoSansBalinese: { script: /\p{scx=Balinese}/u },
  NotoSansSundanese: { script: /\p{scx=Sundanese}/u },
  NotoSansCherokee: { script: /\p{scx=Cherokee}/u },
  NotoSansCanadianAboriginal: { script: /\p{scx=Canadian_Aboriginal}/u },
  NotoSansOsage: { script: /\p{scx=Osage}/u },
  DroidSansFallbackFull: { script: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}]/u },
  NanumSquare: { script: /\p{scx=Hangul}/u },
  NotoSansSymbols: {},
  NotoSansSymbols2: {},
  NotoSansMath: {},
  NotoEmoji: { script: /\p{Emoji_Presentation}/u },
} as const satisfies Record<string, FontFile>;

export type FontName = keyof typeof table;

const fonts: Readonly<Record<FontName, FontFile>> = table;
const fontNames = Object.keys(table) as FontName[];

/** Has Latin, and what is common to many scripts. */
export const mainFont: FontName = 'NotoSans';
/** Fonts that help out where no script says which, in the order they are asked: opened one after the other. */
export const fallbackFonts: readonly FontName[] = [
  'NotoSans',
  'DroidSansFallbackFull',
  'NotoSansSymbols',
  'NotoSansSymbols2',
  'NotoSansMath',
  'NotoEmoji',
];

/** Fonts of the scripts that a character belongs to, most likely first. */
export function fontsFor(character: string): FontName[] {
  return fontNames.filter((name) => fonts[name].script?.test(character) === true);
}

const fontsFolder = join(packageRoot, 'workers', 'print', 'fonts');

export interface FontPaths {
  regular: string;
  /** Missing where the regular one stands in for it. */
  bold?: string;
}

function pathsOf(folder: string): Record<FontName, FontPaths> {
  const paths = fontNames.map((name): [FontName, FontPaths] => {
    const face = (suffix: string): string => join(folder, `${name}${suffix}.ttf`);
    return [
      name,
      fonts[name].bold === true ? { regular: face('-Regular'), bold: face('-Bold') } : { regular: face('-Regular') },
    ];
  });
  return Object.fromEntries(paths) as Record<FontName, FontPaths>;
}

/** Absolute paths of the TrueType files. */
export const fontFiles: Readonly<Record<FontName, FontPaths>> = pathsOf(fontsFolder);
