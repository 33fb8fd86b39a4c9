import { Parser } from 'htmlparser2';
import { messageOf } from '../../../base/errors.js';
import { groupBy } from '../../../base/group-by.js';
import { say } from '../../../base/language/sentence.js';
import { inScript, isFormula, withoutHtml } from '../text/html.js';
import { deepestRecord, longestRecord } from '../limits.js';
import type { ReadRecord } from '../types.js';

/** Elements that are a paper with nested parts: of PubMed and EndNote. */
const deepTags = new Set(['PubmedArticle', 'PubmedBookArticle', 'record']);
/** Also elements without nested parts: of Atom, the ACL Anthology and DBLP; Dublin Core and MODS. */
const recordTags = new Set([
  ...['entry', 'paper', 'article', 'inproceedings', 'incollection', 'phdthesis', 'mastersthesis', 'info', 'dc', 'mods'],
  ...deepTags,
]);
/** Prefixes of names that say nothing: of OAI-PMH, SRU, MARC, MODS and Dublin Core. */
const prefix = /^(?:oai_dc|dc|dcterms|marc|marcxml|oai|zs|srw|srw_dc|jats|mods):/;
/** The memory of an element in addition to its text, in characters. */
const elementLength = 100;
/** Elements around papers whose data each paper gets: of the ACL Anthology. */
const around = new Set(['collection', 'volume']);

interface Element {
  name: string;
  attributes: Record<string, string>;
  /** Texts and elements in order. */
  content: (string | Element)[];
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
      yield {
        line: reader.startedAt || reader.line,
        reason: say('paper.xml_deep', { deepest: String(deepestRecord) }),
      };
      return;
    }
    if (reader.isTooLong) {
      const most = String(longestRecord / 1024 / 1024);
      yield { line: reader.startedAt || reader.line, reason: say('paper.record_long', { most }) };
      return;
    }
  }
  reader.end();
  yield* reader.found.splice(0);
  if (reader.isOpen) yield { line: reader.startedAt || reader.line, reason: say('paper.xml_ends_early') };
  // An Atom feed may be empty on a day without papers.
  else if (!reader.hasPapers && reader.names[0] !== 'feed')
    yield { line: 1, reason: say('paper.xml_strange', { names: reader.names.join(', ') }) };
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
  /** Characters since the last tag or text: of a tag or comment that has not ended. */
  private unfinished = 0;
  /** The text that is being parsed, its place in the source, and where its lines were counted to. */
  private chunk = '';
  private offset = 0;
  private counted = 0;
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
    return Math.max(this.length, this.unfinished) > longestRecord;
  }

  get isOpen(): boolean {
    return this.open.length > 0 || this.outer.length > 0;
  }

  write(chunk: string): void {
    [this.chunk, this.counted] = [chunk, 0];
    this.unfinished += chunk.length;
    this.parser.write(chunk);
    this.countLines(chunk.length);
    this.offset += chunk.length;
  }

  end(): void {
    // The parser then closes all open elements.
    this.isEnding = true;
    this.parser.end();
  }

  private countLines(end: number): void {
    for (let at = this.chunk.indexOf('\n', this.counted); at !== -1 && at < end; at = this.chunk.indexOf('\n', at + 1))
      this.line++;
    this.counted = Math.max(this.counted, end);
  }

  private opened(given: string, attributes: Record<string, string>): void {
    const name = given.replace(prefix, '');
    this.unfinished = 0;
    if (this.names.length < 10 && !this.names.includes(name)) this.names.push(name);
    // The parser searches all open elements, so deep nesting is costly.
    if (this.open.length + this.outer.length >= deepestRecord) {
      this.isTooDeep = true;
      this.parser.pause();
      return;
    }
    const isFirst = this.open.length === 0;
    if (isFirst && !recordTags.has(name) && name !== 'meta') {
      this.outer.push(name);
      if (around.has(name)) this.enter(name, attributes);
      return;
    }
    if (isFirst) {
      this.countLines(this.parser.endIndex - this.offset);
      [this.startedAt, this.length] = [this.line, 0];
    }
    this.length += elementLength;
    for (const [key, value] of Object.entries(attributes)) this.length += elementLength + key.length + value.length;
    const element = { name, attributes, content: [] };
    this.open.at(-1)?.content.push(element);
    this.open.push(element);
  }

  private enter(name: string, { id = '' }: Record<string, string>): void {
    if (name === 'collection') this.volume = { '@collection': id };
    else this.volume = { '@collection': this.volume['@collection'], '@id': id };
  }

  private said(data: string): void {
    this.unfinished = 0;
    if (this.open.length === 0 || this.isTooDeep) return;
    this.length += data.length;
    // The text of the record itself counts for nothing.
    if (this.open.length > 1) this.open.at(-1)?.content.push(data);
  }

  private closed(): void {
    this.unfinished = 0;
    if (this.isEnding || this.isTooDeep) return;
    if (this.open.length === 0) return void this.outer.pop();
    const element = this.open.pop();
    if (element === undefined || this.open.length > 0) return;
    this.length = 0;
    try {
      this.take(element);
    } catch (thrown) {
      this.found.push({ line: this.startedAt, reason: say('paper.fault', { why: messageOf(thrown) }) });
    }
    this.startedAt = 0;
  }

  private take(given: Element): void {
    this.hasPapers ||= given.name !== 'meta';
    const { element, id } = unwrapped(given);
    // A server lists what it has deleted.
    if (element === undefined) return;
    const record = recordOf(element);
    if (id !== undefined) record['@oai'] = id;
    if (element.name === 'meta') {
      Object.assign(this.volume, record);
      return;
    }
    const volume = Object.keys(this.volume).length > 0 ? { '@volume': { ...this.volume } } : {};
    this.found.push({
      line: this.startedAt,
      record: { ...attributesOf(element), ...record, '@tag': element.name, ...volume },
    });
  }
}

const attributesOf = ({ attributes }: Element): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value]));

const isElement = (one: string | Element): one is Element => typeof one !== 'string';

/** Returns all text in an element, with digits as scripts (10⁵ is not 105), and each formula once. */
function textOf(element: Element): string {
  if (isFormula(element.name)) return withoutHtml(markupOf(element));
  const text = element.content.map((one) => (isElement(one) ? textOf(one) : one)).join('');
  const kind = scriptOf(element);
  return kind === undefined ? text : inScript(text, kind);
}

function markupOf({ name, attributes: { encoding }, content }: Element): string {
  const inside = content.map((one) => (isElement(one) ? markupOf(one) : escaped(one.replace(/\s+/g, ' ')))).join('');
  return `<${name}${encoding === undefined ? '' : ` encoding="${escaped(encoding)}"`}>${inside}</${name}>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function childrenOf({ content }: Element, valueOfChild: (child: Element) => unknown): Record<string, unknown> {
  const lists = groupBy(content.filter(isElement), ({ name }) => name);
  return Object.fromEntries(
    [...lists].map(([name, all]) => {
      const values = all.map(valueOfChild);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Returns the paper in a record of OAI-PMH or SRU, without one for a record that was deleted. */
function unwrapped(element: Element): { element?: Element; id?: string } {
  if (element.name !== 'record') return { element };
  const header = childOf(element, 'header');
  if (header?.attributes['status'] === 'deleted') return {};
  const data = childOf(element, 'metadata') ?? childOf(element, 'recordData');
  const inner = data?.content.find(isElement);
  const identifier = header === undefined ? undefined : childOf(header, 'identifier');
  return {
    element: inner === undefined ? element : inner,
    ...(identifier === undefined || inner === undefined ? {} : { id: textOf(identifier).trim() }),
  };
}

const childOf = ({ content }: Element, name: string): Element | undefined =>
  content.filter(isElement).find((one) => one.name === name);

function recordOf(element: Element): Record<string, unknown> {
  const front = element.name === 'article' ? childOf(element, 'front') : undefined;
  if (front !== undefined) return childrenOf(front, detailsOf);
  if (childOf(element, 'datafield') !== undefined || /^(dc|arXiv|arXivRaw|mods)$/.test(element.name))
    return childrenOf(element, detailsOf);
  return childrenOf(element, deepTags.has(element.name) ? partsOf : valueOf);
}

/** Elements of JATS that hold text, whatever is in them. */
const texts = /^(article-title|subtitle|kwd|collab|string-name|journal-title|abstract|trans-abstract|conf-name)$/;

/** Returns the children and attributes of an element, and the text of one without children. */
function detailsOf(element: Element): unknown {
  const { name } = element;
  const attributes = attributesOf(element);
  const isText = texts.test(name) || element.content.every((one) => !isElement(one));
  if (!isText) return { ...attributes, ...childrenOf(element, detailsOf) };
  const text = name.endsWith('abstract') ? withoutHtml(markupOf(element)) : textOf(element);
  return Object.keys(attributes).length === 0 ? text.trim() : { ...attributes, '#text': text.trim() };
}

/** Returns parts for a person, attributes for a link, and text for all else. */
function valueOf(element: Element): unknown {
  if (/^(author|editor|contributor)$/.test(element.name) && element.content.some(isElement))
    return childrenOf(element, valueOf);
  const text = textOf(element).trim();
  return text === '' && Object.keys(element.attributes).length > 0 ? attributesOf(element) : text;
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
  // EndNote writes its type as a number too.
  if (element.name === 'ref-type') return element.attributes['name'];
  const isText =
    element.content.every((one) => !isElement(one)) ||
    element.content.some((one) => (isElement(one) ? looks.has(one.name) : /\S/.test(one)));
  if (!isText) return childrenOf(element, partsOf);
  const text = textOf(element).trim();
  // The parts of an abstract in PubMed have labels.
  const { Label: label = 'UNASSIGNED' } = element.attributes;
  return label === 'UNASSIGNED' ? text : `${label}: ${text}`;
}
