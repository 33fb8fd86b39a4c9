/** Two files of a package without types and without ES modules. */
declare module '@citation-js/plugin-bibtex/lib/input/file.js' {
  const file: {
    /**
     * Parses entries that start with their definitions. The properties are LaTeX, by key in lower case.
     * @throws Error with the position
     */
    parse(text: string): { type: string; label: string; properties: Record<string, string | number> }[];
  };
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
