/**
 * Defines what a feature can add to the web interface. The core's pages and routes work without any feature and import
 * none. They show what the features in the list of `daemon/features.ts` add.
 */
import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Form, Operation } from './operations/operation.js';
import type { Action } from './resources/albums/actions.js';
import type { Kit } from './response/kit.js';
import type { Services } from './services.js';
import type { FeaturePage, Slots } from './slots.js';

export interface FeatureApi {
  operations: readonly Operation[];
  /** Further forms of the bodies of the core's operations, by id. */
  forms?: Readonly<Record<string, Readonly<Record<string, Form>>>>;
}

export interface WebFeature {
  routes?: (router: Router, kit: Kit) => void;
  /** Loads the descriptions of its routes. They are needed for the document of the interface only. */
  api?: () => Promise<FeatureApi>;
  /** Actions on an album, for POST /library. */
  actions?: readonly Action[];
  pages?: readonly FeaturePage[];
  shows?: Partial<Slots>;
  /** Scripts in http/public, by the path of their page in the navigation; `everywhere` is on all pages. */
  scripts?: Readonly<Record<string, readonly string[]>>;
  /**
   * Answers POST / with a body that is not multipart. Returns false if it is no upload of its kind.
   */
  upload?: (ctx: Context, kit: Kit) => Promise<boolean>;
  /** Runs around every request. */
  around?: (services: Services) => Middleware;
}
