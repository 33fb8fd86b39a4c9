/** Every setting has its words in every language, and none has words that is no setting. */
import '../../../../daemon/features/backup/settings-table.js';
import '../../../../workers/papers/settings-table.js';
import { describe, expect, it } from '@jest/globals';
import { groupTitles } from '../../../../config/field.js';
import { fieldNames, fieldOf, type FieldName } from '../../../../config/fields.js';
import { sentencesIn } from '../../../../workers/base/language/catalogue.js';
import { languages } from '../../../../workers/base/language/languages.js';
import { isSentenceKey, say } from '../../../../workers/base/language/sentence.js';

const english = Object.keys(sentencesIn('en'));

const choicesOf = (name: FieldName): string[] =>
  (fieldOf(name).choices ?? []).map((choice) => `setting.${name}.${choice || 'empty'}`);

it.each(fieldNames)('%s has a label, and the help of the table or none', (name) => {
  const help = `setting.${name}.help`;
  expect(english).toContain(`setting.${name}`);
  expect([false, fieldOf(name).help]).toContain(isSentenceKey(help) && say(help).in('en'));
});

it('only settings whose label says everything have no help', () => {
  const without = fieldNames.filter((name) => !english.includes(`setting.${name}.help`));
  expect(without.toSorted()).toEqual([
    'collection_name',
    'log_level',
    'open_browser',
    'pen_eject',
    'print_page_size',
    'print_show_album_info',
    'print_show_controls',
    'print_show_cover',
    'print_show_start_hint',
    'print_show_tracks',
  ]);
});

it.each(fieldNames)('the choices of %s have words, or none of them has', (name) => {
  const said = choicesOf(name).filter((key) => english.includes(key));
  expect([[], choicesOf(name)]).toContainEqual(said);
});

it.each(Object.keys(groupTitles))('the group %s has a title', (group) =>
  expect(english).toContain(`settings.group.${group}`),
);

it('no words are left of a setting, a choice or a group that is no more', () => {
  const known = [
    ...fieldNames.flatMap((name) => [`setting.${name}`, `setting.${name}.help`, ...choicesOf(name)]),
    ...Object.keys(groupTitles).map((group) => `settings.group.${group}`),
  ];
  const mine = english.filter((key) => /^setting\.|^settings\.group\./.test(key));
  expect(mine.filter((key) => !known.includes(key))).toEqual([]);
});

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  it('every help is said in its own words', () => {
    const same = fieldNames.filter((name) => {
      const key = `setting.${name}.help`;
      return isSentenceKey(key) && say(key).in(language) === say(key).in('en');
    });
    expect(same).toEqual([]);
  });
});
