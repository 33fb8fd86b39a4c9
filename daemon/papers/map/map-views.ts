/** Prepares a map for the pages, with the papers' current data. */
import { seriesOf } from '../../../workers/papers/venues/series-of.js';
import type { MapPoint, MapTopic, PaperMap } from '../../../http/papers/paper-map/service.js';
import type { DrawnMap } from '../../../workers/papers/embeddings/map/draw-map.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { pageOf } from '../../../workers/papers/reference.js';
import type { Paper } from '../../../workers/papers/types.js';

export interface KeptMap {
  /** Identifies the vectors of the map, or the papers. */
  key: string;
  /** Milliseconds since 1970-01-01 UTC. */
  madeAt: number;
  by: PaperMap['by'];
  model: string | null;
  drawn: DrawnMap;
}

/** Less than a pixel of a large screen. */
export const rounded = (place: number): number => Math.round(place * 1e4) / 1e4;

/** Omits deleted papers. */
export async function mapView(database: DatabaseManager, { madeAt, by, model, drawn }: KeptMap): Promise<PaperMap> {
  const papers = new Map((await database.getPapersByUids(drawn.ids)).map((paper) => [paper.uid, paper]));
  const points = drawn.ids.flatMap((uid, n) => {
    const paper = papers.get(uid);
    return paper === undefined ? [] : [pointOf(paper, drawn, n)];
  });
  const topics = drawn.words.map((words, n) =>
    topicOf(
      words,
      points.filter(({ topic }) => topic === n),
    ),
  );
  const made = new Date(madeAt).toISOString();
  return { made_at: made, by, model, total: drawn.total, topics, points };
}

function pointOf(paper: Paper, { places, topic }: DrawnMap, n: number): MapPoint {
  const { uid, title, authors, year, conference, session } = paper;
  const place = { x: rounded(places[2 * n] ?? 0), y: rounded(places[2 * n + 1] ?? 0), topic: topic[n] ?? 0 };
  return { uid, ...place, title, authors, year, conference: seriesOf(conference), session, url: pageOf(paper) };
}

const middleOf = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? 0.5;

const topicOf = (words: string[], points: readonly MapPoint[]): MapTopic => ({
  words,
  papers: points.length,
  x: middleOf(points.map(({ x }) => x)),
  y: middleOf(points.map(({ y }) => y)),
});
