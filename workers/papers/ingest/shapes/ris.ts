import { namesIn } from '../authors.js';
import {
  addressIn,
  addressOfDoi,
  doiIn,
  draftOf,
  guessOf,
  inOneLine,
  linksOf,
  Taker,
  textIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

/** Entries of a .ris file. Each publisher uses another tag for the conference. */
export const ris: Shape = {
  name: 'RIS',
  fits: (record) => 'TY' in record,
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('DO')) ?? doiIn(/10\.\d{4,}\/\S+/.exec(take.text('M3') ?? '')?.[0]);
    const urls = [take.raw('UR')]
      .flat()
      .map((one) => addressIn(one))
      .filter((one) => one !== undefined);
    const pdf = addressIn(take.raw('L1', 'L2')) ?? urls.find((one) => /\.pdf($|\?)/i.test(one));
    const url = urls[0] ?? addressIn(take.raw('L3', 'LK')) ?? addressOfDoi(doi);
    const isTalk = /^(CONF|CPAPER)$/.test(take.text('TY') ?? '');
    const places = isTalk
      ? ['T2', 'BT', 'C3', 'T3', 'JO', 'JF']
      : ['JO', 'JF', 'T2', 'BT', 'JA', 'J2', 'C3', 'T3', 'PB'];
    const dated = ['PY', 'Y1', 'DA', 'Y2'].find((key) => yearIn(record[key]) !== undefined);
    const draft = draftOf({
      title: inOneLine(take.readable('TI', 'T1', 'CT')),
      authors: namesIn([take.raw('AU', 'A1')].flat()),
      abstract: take.readable('AB', 'N2'),
      year: dated === undefined ? undefined : yearIn(take.raw(dated)),
      conference: inOneLine(take.readable(...places)),
      original_id: take.text('ID', 'AN'),
      keywords: [take.raw('KW')].flat().filter((word): word is string => typeof word === 'string'),
      paper_pdf_url: pdf,
      url,
      doi,
      links: linksIn(record) ?? linksOf({ doi: addressOfDoi(doi), other: urls[1] }, [url, pdf]),
    });
    take.raw('PY', 'Y1', 'DA', 'Y2', ...(linksIn(record) === undefined ? [] : ['U2']));
    return {
      draft,
      ...(dated === undefined ? {} : { yearFrom: dated }),
      conferenceFrom: take.key(...places) ?? 'T2',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** Further addresses as the project's own exports write them: "code https://…; video https://…". */
function linksIn(record: Raw): string | undefined {
  const text = textIn(record['U2']);
  return text !== undefined && /^[\w -]+ https?:\/\/\S/.test(text) ? text : undefined;
}
