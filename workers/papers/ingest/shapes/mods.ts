/** MODS (https://www.loc.gov/standards/mods/), as the ACL Anthology and Zotero export papers. */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import { doiLink, type Shape, type Taker } from './shape.js';
import { addressesIn, doiIn, lineIn, listOf, partOf, recordIn, textIn, textsIn, yearIn, type Raw } from './values.js';

export const mods: Shape = {
  name: 'MODS',
  fits: ({ '@tag': tag, titleInfo }) => tag === 'mods' && titleInfo !== undefined,
  title: (take) => titleIn(take.raw('titleInfo')),
  authors: (take) => listOf(take.raw('name')).filter(isRecord).filter(isAuthor).flatMap(nameIn),
  abstract: 'abstract',
  year: (take) =>
    take.found('originInfo part', (value) => yearIn(datesIn(value))) ??
    take.found('relatedItem', (value) =>
      yearIn(hostsIn(value).flatMap((host) => ['originInfo', 'part'].map((key) => datesIn(host[key])))),
    ),
  conference: (take) =>
    take.found('relatedItem', (value) => hostsIn(value).map((host) => titleIn(host['titleInfo']))[0]),
  original_id: (take) => identifierIn(take, 'citekey') ?? take.text('@ID'),
  keywords: (take) => listOf(take.raw('subject')).flatMap((subject) => textsIn(recordIn(subject)['topic'])),
  doi: (take) => doiIn(identifierIn(take, 'doi')),
  url: (take, { doi }) => addressesIn(textsIn(partOf(take.raw('location'), 'url')))[0] ?? addressOfDoi(doi),
  links: { doi: doiLink },
  type: 'genre',
  ignored: '*',
};

/** Other titles are abbreviated or translated. */
function titleIn(titles: unknown): string | undefined {
  const own = listOf(titles).find((one) => recordIn(one)['@type'] === undefined);
  const { nonSort, title, subTitle } = recordIn(own);
  const main = [nonSort, title].map((part) => textIn(part) ?? '').join(' ');
  return lineIn([main, textIn(subTitle) ?? ''].filter((part) => part.trim() !== '').join(': '));
}

/** Editors have a role, too. A name without one is of an author. */
function isAuthor(name: Raw): boolean {
  const roles = listOf(name['role']).flatMap((role) => textsIn(recordIn(role)['roleTerm']));
  return roles.length === 0 || roles.some((role) => /^(aut|cre)/i.test(role));
}

function nameIn(name: Raw): string[] {
  const parts = listOf(name['namePart']);
  const of = (type: string): string => textsIn(parts.filter((part) => recordIn(part)['@type'] === type)).join(' ');
  if (of('family') !== '') return namesIn([{ given: of('given'), family: of('family') }]);
  const whole = textsIn(parts.filter((part) => recordIn(part)['@type'] !== 'date')).join(' ');
  return name['@type'] === 'corporate' ? [whole] : namesIn([whole]);
}

const hostsIn = (related: unknown): Raw[] =>
  listOf(related)
    .filter(isRecord)
    .filter((one) => one['@type'] === 'host');

const datesIn = (value: unknown): unknown[] =>
  listOf(value).flatMap((one) =>
    ['dateIssued', 'copyrightDate', 'dateCreated', 'date'].flatMap((key) => textsIn(recordIn(one)[key])),
  );

const identifierIn = (take: Taker, type: string): string | undefined =>
  textIn(listOf(take.raw('identifier')).find((one) => recordIn(one)['@type'] === type));
