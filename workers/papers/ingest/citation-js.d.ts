/** Two files of a package without types. The caller types what they export. */
declare module '@citation-js/plugin-bibtex/lib/input/file.js' {
  const file: { parse(text: string): { type: string; label: string; properties: Record<string, string | number> }[] };
  export default file;
}

declare module '@citation-js/plugin-bibtex/lib/input/constants.js' {
  const constants: {
    diacritics: Record<string, string | null>;
    commands: Record<string, string | null>;
    mathCommands: Record<string, string>;
  };
  export default constants;
}
