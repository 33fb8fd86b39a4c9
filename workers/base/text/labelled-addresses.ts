/** Addresses with their labels, as the papers' field `links` has them: "code https://…; video https://…". */

export interface LabelledAddress {
  label: string;
  address: string;
}

/**
 * Finds the web addresses in a text. A label is the words before its address, back to any other sign. Addresses without
 * a label are skipped. Takes each word once: a pattern for label and address searches the text from each word.
 */
export function labelledAddresses(text: string): LabelledAddress[] {
  const found: LabelledAddress[] = [];
  let words: string[] = [];
  for (const word of text.split(/\s+/)) {
    if (!/^https?:\/\/./i.test(word)) {
      words.push(word);
      continue;
    }
    const label =
      words
        .join(' ')
        .split(/[^\w -]/)
        .pop()
        ?.trim() ?? '';
    if (label !== '') found.push({ label, address: word.replace(/;$/, '') });
    words = [];
  }
  return found;
}
