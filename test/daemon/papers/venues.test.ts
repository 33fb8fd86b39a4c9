import { expect, it } from '@jest/globals';
import { countsBySeries, namesOfSeries, seriesIn } from '../../../daemon/papers/found/venues.js';

it('groups the names of filters and counts', () => {
  const stored = ['Annals', 'NIPS', 'NeurIPS', 'NeurIPS Workshop'];
  expect(seriesIn(stored)).toEqual(['Annals', 'NeurIPS', 'NeurIPS Workshop']);
  expect(namesOfSeries(['nips'], stored)).toEqual(['nips', 'NIPS', 'NeurIPS']);
  expect(namesOfSeries(['Annals', 'none'], stored)).toEqual(['Annals', 'none']);
  const years = (...all: [number, number][]) => all.map(([year, papers]) => ({ year, papers }));
  expect(
    countsBySeries([
      { conference: 'NIPS', papers: 3, years: years([2015, 1], [2017, 2]) },
      { conference: 'NeurIPS', papers: 4, years: years([2016, 1], [2017, 3]) },
    ]),
  ).toEqual([{ conference: 'NeurIPS', papers: 7, years: years([2015, 1], [2016, 1], [2017, 5]) }]);
});
