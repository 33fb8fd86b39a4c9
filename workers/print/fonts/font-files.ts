/**
 * The fonts that are part of the program: the files of each font and the characters that it draws.
 * See workers/print/fonts/README.md.
 */
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';

interface FontFile {
  /** A separate file for bold text exists. */
  bold?: true;
  /** Characters of the scripts that the font is made for; missing if it is only a fallback. */
  script?: RegExp;
}

/**
 * Fonts in order of preference for scripts that several of them cover.
 * Scripts are matched by Unicode's Script_Extensions, so a mark shared by several scripts counts for each.
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

/** Covers Latin and the characters that many scripts share. */
export const mainFont: FontName = 'NotoSans';
/** Fallback fonts for characters that no script assigns to a font. They are tried, and opened, in this order. */
export const fallbackFonts: readonly FontName[] = [
  'NotoSans',
  'DroidSansFallbackFull',
  'NotoSansSymbols',
  'NotoSansSymbols2',
  'NotoSansMath',
  'NotoEmoji',
];

/** Returns the fonts of the character's scripts, most likely first. */
export function fontsFor(character: string): FontName[] {
  return fontNames.filter((name) => fonts[name].script?.test(character) === true);
}

const fontsFolder = join(packageRoot, 'workers', 'print', 'fonts');

export interface FontPaths {
  regular: string;
  /** Missing if the regular font is used for bold text too. */
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
