import { Parser } from 'htmlparser2';
import { groupBy } from '../../../base/group-by.js';
import { say } from '../../../base/language/sentence.js';
import { inScript } from '../text/html.js';
import { longestRecord, type ReadRecord } from '../types.js';

/** Elements that are a paper with nested parts: of PubMed and EndNote. */
const deepTags = new Set(['PubmedArticle', 'PubmedBookArticle', 'record']);
/** Also elements without nested parts: of Atom, the ACL Anthology and DBLP. */
const recordTags = new Set(['entry', 'paper', 'article', 'inproceedings', 'incollection', 'info', ...deepTags]);
/** The deepest nesting of a record. PubMed has ten levels. */
const deepest = 64;
/** What an element costs in memory in addition to its text, in characters. */
const elementLength = 100;
/** Elements around papers whose data each paper gets: of the ACL Anthology. */
const around = new Set(['collection', 'volume']);

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  /** True if it has text between its children. */
  says: boolean;
  children: Element[];
}

/**
 * Reads papers in XML. An element's attributes become `@name`, its children keys, and several children of one name a
 * list. `@tag` is the element's own name. `@volume` holds the data of the enclosing volume (`meta`). Markup within text
 * (`<b>`) becomes plain text.
 */
export async function* readXml(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const reader = new XmlReader();
  for await (const chunk of text) {
    reader.write(chunk);
    yield* reader.found.splice(0);
    if (reader.isTooDeep) {
      yield { line: reader.startedAt, reason: say('paper.xml_deep', { deepest: String(deepest) }) };
      return;
    }
    if (reader.isTooLong) {
      yield { line: reader.startedAt, reason: say('paper.record_long', { most: String(longestRecord / 1024 / 1024) }) };
      return;
    }
  }
  reader.end();
  yield* reader.found.splice(0);
  if (reader.isOpen) yield { line: reader.startedAt || reader.line, reason: say('paper.xml_ends_early') };
  else if (!reader.hasPapers) yield { line: 1, reason: say('paper.xml_strange', { names: reader.names.join(', ') }) };
}

class XmlReader {
  found: ReadRecord[] = [];
  line = 1;
  startedAt = 0;
  hasPapers = false;
  /** Names of the first elements, for the error message. */
  names: string[] = [];
  isTooDeep = false;
  private isEnding = false;
  private length = 0;
  private open: Element[] = [];
  private outer: string[] = [];
  private volume: Record<string, unknown> = {};
  private readonly parser: Parser;

  constructor() {
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.opened(name, attributes),
        ontext: (data) => this.said(data),
        onclosetag: () => this.closed(),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  get isTooLong(): boolean {
    return this.length > longestRecord;
  }

  get isOpen(): boolean {
    return this.open.length > 0 || this.outer.length > 0;
  }

  /** Line by line, to know where a record begins. */
  write(chunk: string): void {
    for (const part of chunk.split(/(?<=\n)/)) {
      if (this.isTooDeep) return;
      this.parser.write(part);
      if (part.endsWith('\n')) this.line++;
    }
  }

  end(): void {
    // The parser then closes all open elements.
    this.isEnding = true;
    this.parser.end();
  }

  private opened(name: string, attributes: Record<string, string>): void {
    if (this.names.length < 10 && !this.names.includes(name)) this.names.push(name);
    const isFirst = this.open.length === 0;
    if (isFirst && !recordTags.has(name) && name !== 'meta') {
      this.outer.push(name);
      if (around.has(name)) this.enter(name, attributes);
      return;
    }
    if (isFirst) [this.startedAt, this.length] = [this.line, 0];
    // Each element's text is added to all elements around it, so deep nesting is costly.
    if (this.open.length >= deepest) this.isTooDeep = true;
    if (this.isTooDeep) return;
    this.length += elementLength;
    const element = { name, attributes, text: '', says: false, children: [] };
    this.open.at(-1)?.children.push(element);
    this.open.push(element);
  }

  private enter(name: string, { id = '' }: Record<string, string>): void {
    if (name === 'collection') this.volume = { '@collection': id };
    else this.volume = { '@collection': this.volume['@collection'], '@id': id };
  }

  private said(data: string): void {
    if (this.open.length === 0 || this.isTooDeep) return;
    this.length += data.length;
    for (const element of this.open) if (element !== this.open[0]) element.text += data;
    const innermost = this.open.at(-1);
    if (innermost !== undefined && /\S/.test(data)) innermost.says = true;
  }

  /** Also raises the digits in the text of outer elements: 10⁵ is not 105. */
  private raise(element: Element): void {
    const kind = scriptOf(element);
    if (kind === undefined) return;
    const { text } = element;
    element.text = inScript(text, kind);
    for (const outer of this.open.slice(1))
      outer.text = outer.text.slice(0, outer.text.length - text.length) + element.text;
  }

  private closed(): void {
    if (this.isEnding || this.isTooDeep) return;
    if (this.open.length === 0) return void this.outer.pop();
    const element = this.open.pop();
    if (element !== undefined) this.raise(element);
    if (element === undefined || this.open.length > 0) return;
    const record = childrenOf(element, deepTags.has(element.name) ? partsOf : valueOf);
    this.length = 0;
    if (element.name === 'meta') {
      Object.assign(this.volume, record);
      return;
    }
    this.hasPapers = true;
    const volume = Object.keys(this.volume).length > 0 ? { '@volume': { ...this.volume } } : {};
    this.found.push({
      line: this.startedAt,
      record: { '@tag': element.name, ...volume, ...attributesOf(element), ...record },
    });
    this.startedAt = 0;
  }
}

const attributesOf = ({ attributes }: Element): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value]));

function childrenOf({ children }: Element, valueOfChild: (child: Element) => unknown): Record<string, unknown> {
  const lists = groupBy(children, ({ name }) => name);
  return Object.fromEntries(
    [...lists].map(([name, all]) => {
      const values = all.map(valueOfChild);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Returns parts for a person, attributes for a link, and text for all else. */
function valueOf(element: Element): unknown {
  if (/^(author|editor|contributor)$/.test(element.name) && element.children.length > 0)
    return childrenOf(element, valueOf);
  if (element.text.trim() === '' && Object.keys(element.attributes).length > 0) return attributesOf(element);
  return element.text.trim();
}

const scriptOf = ({ name, attributes }: Element): 'sup' | 'sub' | undefined => {
  const kind = name === 'style' ? attributes['face'] : name;
  if (kind === 'sup' || kind === 'superscript') return 'sup';
  return kind === 'sub' || kind === 'subscript' ? 'sub' : undefined;
};

/** Elements that only format text. */
const looks = new Set(['style', 'i', 'b', 'u', 'sub', 'sup']);

/** Returns the children of an element without text between them, and the text of all others. */
function partsOf(element: Element): unknown {
  const { children, says } = element;
  const isText = says || children.length === 0 || children.some(({ name }) => looks.has(name));
  return isText ? element.text.trim() : childrenOf(element, partsOf);
}
