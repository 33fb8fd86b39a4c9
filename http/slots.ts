/** Defines the places on pages of the core where features can show something, and the pages of features. */
import type { Sentence, SentenceKey } from '../workers/base/language/sentence.js';
import type { AlbumView } from '../workers/library/types.js';
import type { DaemonStatus } from './resources/status/service.js';
import type { Part } from './response/html.js';
import type { Services } from './services.js';

/** A page that a link of another site may open without confirmation, and to which a login may lead. */
export interface FeaturePage {
  /** Without a query; `:oid` is the number of an album. */
  path: string;
  /** Its name in the navigation; without it, the navigation does not contain the page. */
  name?: SentenceKey;
  /** Returns true if the navigation contains the page now. Without it, the navigation always does. */
  isListed?: (services: Services) => boolean;
  /** Set if showing it is expensive: links of other sites need a confirmation. */
  asks?: true;
}

/** Places on the core's pages where features show something, with the data that they get. */
export interface Slots {
  /** Above the upload on the start page. */
  'start.above': (services: Services) => Part;
  /** Below the upload on the start page. */
  'start.below': (services: Services, show: Show) => Part;
  /** At the end of every page. */
  'page.end': (services: Services) => Part;
  /** A line of the status at the top of every page. */
  status: (status: DaemonStatus) => Part;
  /** Buttons on the page of an album. */
  'album.actions': (album: AlbumView) => Part;
  /** Rare actions on the page of an album. */
  'album.tasks': (album: AlbumView) => Part;
  /** Links of an album that was just added and is ready. */
  'added.links': (album: AlbumView) => Part;
  /**
   * Buttons of an arrival that added tracks to an album.
   * @param tracks their ids; @param name the name of the folder or file
   */
  'arrival.joined': (album: AlbumView, tracks: readonly number[], name: string) => Part;
  /** Below the wall of covers. */
  'library.below': (services: Services) => Promise<Part>;
  /** On the page of an album that does not exist. */
  'album.gone': (services: Services, oid: number) => Part;
  /** Says how a user gets back albums that are, or will be, deleted. */
  'deleted.note': (count: number) => Sentence;
  'pens.hints': () => Part;
  /** @param oids the albums of the sheet */
  'print.hints': (oids: readonly number[]) => Part;
  /** Below the settings. */
  'config.links': (services: Services) => Part;
  /** Data besides the albums that a backup holds. */
  'backup.has': (services: Services) => Part;
  /** Sentences of the help page, after its steps. */
  'help.steps': () => Part;
  /** Sections of the help page. */
  'help.sections': () => Part;
}

/** Returns what the features show in a slot, in their order. */
export type Show = <Name extends keyof Slots>(
  name: Name,
  ...data: Parameters<Slots[Name]>
) => readonly ReturnType<Slots[Name]>[];

export const showOf =
  (features: readonly { shows?: Partial<Slots> }[]): Show =>
  <Name extends keyof Slots>(name: Name, ...data: Parameters<Slots[Name]>) =>
    features.flatMap(({ shows }) => {
      const show = shows?.[name] as ((...given: Parameters<Slots[Name]>) => ReturnType<Slots[Name]>) | undefined;
      return show === undefined ? [] : [show(...data)];
    });
