import { isRecord } from '../../../base/input/record.js';
import { say } from '../../../base/language/sentence.js';
import { namesIn } from '../authors.js';
import { conferenceNamed } from '../conferences.js';
import {
  addressIn,
  doiIn,
  draftOf,
  firstOf,
  guessOf,
  linksOf,
  Taker,
  textIn,
  wordsIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

const host = 'https://openreview.net';

/** Notes of OpenReview: v1 has plain values in `content`, v2 has `{"value": …}`. Mini-Conf's JSON is like v1. */
export const openReview: Shape = {
  name: 'OpenReview',
  fits: ({ content }) => isRecord(content) && 'title' in content,
  read(record) {
    const note = new Taker(record);
    const id = note.text('forum', 'id');
    note.raw('id', 'number', 'content');
    if (!isNothingOf(record['replyto']) && textIn(record['replyto']) !== textIn(record['id']))
      return { reason: say('paper.reply') };
    const content = plainContent(record['content'] as Raw);
    const take = new Taker(content);
    const said = placeOf(take, note);
    const pdf = addressIn(take.raw('pdf', 'pdf_url'), host);
    const url = id !== undefined && isNoteId(record) ? `${host}/forum?id=${id}` : addressIn(take.raw('html', 'url'));
    const draft = draftOf({
      title: take.readable('title'),
      authors: namesIn(take.raw('authors')),
      abstract: take.readable('abstract'),
      year: said.year ?? take.raw('year'),
      conference: said.conference ?? take.raw('conference'),
      session: sessionOf(take) ?? said.session,
      decision: decisionOf(record, take) ?? said.decision,
      award: take.text('award'),
      original_id: textIn(record['id']) ?? id,
      keywords: take.list('keywords', 'subject_areas', 'primary_area'),
      paper_pdf_url: pdf,
      url,
      doi: doiIn(take.raw('doi')),
      links: linksOf(linksIn(take, note), [url, pdf]),
    });
    const from = said.from === undefined ? {} : { yearFrom: said.from, conferenceFrom: said.from };
    const dates = ['pdate', 'odate', 'cdate', 'tcdate'] as const;
    const year = firstOf(...dates.map((key): [string, number | undefined] => [key, yearIn(note.raw(key))]));
    return { draft, ...from, guess: guessOf(year), used: new Set(Object.keys(record)) };
  },
};

/** Notes of other programs have ids too, but no forum. */
const isNoteId = (record: Raw): boolean =>
  'forum' in record || 'invitation' in record || 'invitations' in record || 'cdate' in record || 'signatures' in record;

const isNothingOf = (value: unknown): boolean => textIn(value) === undefined;

/** Converts v2 to v1. */
function plainContent(content: Raw): Raw {
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, isRecord(value) && 'value' in value ? value['value'] : value]),
  );
}

const sessionOf = (take: Taker): string | undefined => {
  const sessions = wordsIn(take.raw('session', 'sessions', 'track'));
  return sessions.length === 0 ? undefined : sessions.join(', ');
};

const linksIn = (take: Taker, note: Taker): Raw => ({
  code: take.raw('code', 'code_url', 'github', 'software'),
  project: take.raw('project_page', 'website', 'project'),
  video: take.raw('video', 'presentation'),
  supplement: addressIn(take.raw('supplementary_material', 'supplementary'), host),
  page: take.raw('html', 'url'),
  source: note.raw('externalId'),
});

interface Place {
  conference?: string;
  year?: number;
  decision?: string;
  session?: string;
  from?: string;
}

/** Reads `venue` ("ICLR 2024 poster"), `venueid` ("ICLR.cc/2024/Conference"), or the invitation of the note. */
function placeOf(take: Taker, note: Taker): Place {
  const venue = take.text('venue');
  const group = take.text('venueid');
  const invitations = [note.raw('invitation'), note.raw('invitations')].flat().map(textIn);
  const byVenue = venue === undefined ? {} : ofVenue(venue);
  const byGroup = ofGroup(group) ?? ofGroup(invitations.find((one) => ofGroup(one) !== undefined)) ?? {};
  const conference = byGroup.conference ?? byVenue.conference;
  const year = byVenue.year ?? byGroup.year;
  const from = [
    ['venue', byVenue],
    ['venueid', ofGroup(group)],
    [note.key('invitation', 'invitations') ?? 'invitation', byGroup],
  ].find(([, one]) => one !== undefined && Object.keys(one).length > 0)?.[0] as string | undefined;
  const { session = byGroup.session } = byVenue;
  // The group of rejected papers is more specific than "Submitted to …".
  const decision =
    byVenue.decision === 'Submitted' ? (byGroup.decision ?? 'Submitted') : (byVenue.decision ?? byGroup.decision);
  return {
    ...(conference === undefined ? {} : { conference }),
    ...(year === undefined ? {} : { year }),
    ...(decision === undefined ? {} : { decision }),
    ...(session === undefined ? {} : { session }),
    ...(from === undefined ? {} : { from }),
  };
}

/** Decisions at the end of a venue: "notable top 5%", "invite oral", "Spotlight Poster". */
const decisions = new RegExp(
  String.raw`\b(?:(?:accept|accepted|notable|top)\b.*|(?:(?:invited?|spotlight|long|short)[ ,-]+)*` +
    String.raw`(?:poster|oral|spotlight|talk|highlight)s?(?:\s*\(.*\))?)$`,
  'i',
);

/** "NeurIPS 2023 Datasets and Benchmarks Poster", "Submitted to ICLR 2024", "ICLR 2018 Conference Blind Submission". */
function ofVenue(venue: string): Place {
  const [, sent, whole = ''] = /^((?:submitted|accepted)\s+(?:to|by|at)\s+)?(.*)$/i.exec(venue.trim()) ?? [];
  const [, name = whole, year, rest = ''] = /^(.*?)[\s,]*\b((?:19|20)\d\d)\b\s*(.*)$/.exec(whole) ?? [];
  const short = /^[\w&+.-]+/.exec(name)?.[0] ?? name;
  const decision = decisions.exec(rest)?.[0].trim();
  const unsettled = /withdrawn|reject|desk/i.exec(`${rest} ${sent ?? ''}`)?.[0];
  const left = (decision === undefined ? rest : rest.slice(0, rest.length - decision.length))
    .replace(/\b(conference|blind|submission|withdrawn|rejected|reject|desk|submitted|track)\b/gi, ' ')
    .replace(/[\s:,-]+/g, ' ')
    .trim();
  const state = decision ?? (unsettled === undefined ? stateOf(sent) : rest === '' ? unsettled : outcomeOf(unsettled));
  return {
    ...(name === '' ? {} : { conference: conferenceNamed(short) ?? name }),
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(state === undefined ? {} : { decision: state }),
    ...(left === '' ? {} : { session: left }),
  };
}

const stateOf = (sent: string | undefined): string | undefined =>
  sent === undefined ? undefined : /^acc/i.test(sent) ? 'Accepted' : 'Submitted';

const outcomeOf = (word: string): string =>
  /^w/i.test(word) ? 'Withdrawn' : /^d/i.test(word) ? 'Desk rejected' : 'Rejected';

/** "NeurIPS.cc/2023/Workshop/XAIA", also followed by "/-/Blind_Submission". */
function ofGroup(group: string | undefined): Place | undefined {
  const [, name, year, path = ''] = /^([A-Za-z][\w-]*)(?:\.[A-Za-z]+)*\/(?:(\d{4})\/)?([^]*)$/.exec(group ?? '') ?? [];
  if (name === undefined || year === undefined) return undefined;
  const [place = '', sent = ''] = path.split('/-/');
  const track = place
    .replace(/^Conference\b\/?/, '')
    .replace(/(?:^|\/)(Withdrawn|Rejected|Desk_Rejected)_?Submission$/, '');
  const outcome = /(Withdrawn|Desk_Rejected|Rejected)/.exec(`${place}/${sent}`)?.[1];
  return {
    conference: conferenceNamed(name) ?? name,
    year: Number(year),
    ...(outcome === undefined ? {} : { decision: outcomeOf(outcome) }),
    ...(track === '' ? {} : { session: track.replace(/[/_]+/g, ' ') }),
  };
}

/** Returns the decision in the note, or in the reply with the decision. */
function decisionOf({ details }: Raw, take: Taker): string | undefined {
  const own = take.text('decision', 'Decision');
  if (own !== undefined) return own;
  const replies = isRecord(details) ? [details['directReplies'], details['replies'], details['decision']].flat() : [];
  for (const reply of replies) {
    const content = isRecord(reply) && isRecord(reply['content']) ? plainContent(reply['content']) : undefined;
    const decision = textIn(content?.['decision']) ?? textIn(content?.['recommendation']);
    if (decision !== undefined && JSON.stringify(reply).includes('Decision')) return decision;
  }
  return undefined;
}
