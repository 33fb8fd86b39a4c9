/** Notes of OpenReview: their content, and where and how a paper was accepted. */
import { isRecord } from '../../../base/input/record.js';
import { conferenceNamed } from '../conferences.js';
import { longest } from '../limits.js';
import { firstOf } from './shape.js';
import { addressWith, isNothing, partOf, recordIn, textIn, textsIn, type Raw } from './values.js';

/** Converts the content of v2 to that of v1. */
export const plainContent = ({ content }: Raw): Raw =>
  Object.fromEntries(
    Object.entries(recordIn(content)).map(([key, value]) => [
      key,
      isRecord(value) && 'value' in value ? value['value'] : value,
    ]),
  );

/** Notes of other programs have ids too, but no forum. */
const noteKeys = ['forum', 'invitation', 'invitations', 'cdate', 'signatures'];

export function addressOfNote(note: unknown): string | undefined {
  const record = recordIn(note);
  const isNote = noteKeys.some((key) => key in record);
  const id = textIn(record['forum']) ?? textIn(record['id']);
  return isNote ? addressWith('https://openreview.net/forum?id=', id) : undefined;
}

export interface Place {
  conference?: string;
  year?: number;
  decision?: string;
  session?: string;
  from?: string;
}

/** Reads `venue` ("ICLR 2024 poster"), `venueid` ("ICLR.cc/2024/Conference"), or the invitation of the note. */
export function placeOfNote(note: Raw): Place {
  const { venue, venueid } = plainContent(note);
  const byVenue = isNothing(venue) ? undefined : ofVenue(textIn(venue) ?? '');
  const byId = ofGroup(textIn(venueid));
  const key = isNothing(note['invitation']) && !isNothing(note['invitations']) ? 'invitations' : 'invitation';
  const byInvitation = textsIn([note['invitation'], note['invitations']].flat())
    .map(ofGroup)
    .find((one) => one !== undefined);
  const byGroup = byId ?? byInvitation;
  const from = firstOf(['venue', byVenue], ['venueid', byId], [key, byInvitation])?.from;
  // The group of rejected papers is more specific than "Submitted to …".
  const isSubmitted = byVenue?.decision === 'Submitted';
  const decision = isSubmitted ? (byGroup?.decision ?? 'Submitted') : (byVenue?.decision ?? byGroup?.decision);
  return {
    conference: byGroup?.conference ?? byVenue?.conference,
    year: byVenue?.year ?? byGroup?.year,
    decision,
    session: byVenue?.session ?? byGroup?.session,
    from,
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
  // Longer names are rejected later, and the patterns below are for short ones.
  if (venue.length > longest.conference) return { conference: venue };
  const [, sent, whole = ''] = /^((?:submitted|accepted)\s+(?:to|by|at)\s+)?(.*)$/i.exec(venue.trim()) ?? [];
  const found = /\b((?:19|20)\d\d)\b\s*/.exec(whole);
  const year = found?.[1];
  const name = found === null ? whole : whole.slice(0, found.index).replace(/(?<![\s,])[\s,]+$/, '');
  const rest = found === null ? '' : whole.slice(found.index + found[0].length);
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

/** "NeurIPS.cc/2023/Workshop/XAIA", also followed by "/-/Blind_Submission", or "robot-learning.org/CoRL/2024/…". */
function ofGroup(given: string | undefined): Place | undefined {
  const group = given?.replace(/^[\w-]+(?:\.[\w-]+)+\/(?=[A-Za-z])/, '') ?? '';
  const [, name, year, path = ''] = /^([A-Za-z][\w-]*)(?:\.[A-Za-z]+)*\/(?:(\d{4})\/)?([^]*)$/.exec(group) ?? [];
  if (name === undefined || year === undefined) return undefined;
  const [place = '', sent = ''] = path.split('/-/');
  const track = place
    .replace(/^Conference\b\/?/, '')
    .replace(/(?:^|\/)(Withdrawn|Rejected|Desk_Rejected)_?Submission$/, '');
  const outcome = /(Withdrawn|Desk_Rejected|Rejected)/.exec(`${place}/${sent}`)?.[1];
  return {
    conference: conferenceNamed(name) ?? name.replaceAll('_', ' '),
    year: Number(year),
    ...(outcome === undefined ? {} : { decision: outcomeOf(outcome) }),
    ...(track === '' ? {} : { session: track.replace(/[/_]+/g, ' ') }),
  };
}

/** Finds the decision among the replies to a note. */
export function decisionInReplies(details: unknown): string | undefined {
  for (const reply of ['directReplies', 'replies', 'decision'].flatMap((key) => partOf(details, key))) {
    if (!isRecord(reply)) continue;
    const { decision, recommendation } = plainContent(reply);
    const found = textIn(decision) ?? textIn(recommendation);
    if (found !== undefined && JSON.stringify(reply).includes('Decision')) return found;
  }
  return undefined;
}
