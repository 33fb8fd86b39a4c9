/**
 * The interface between HTTP and the rest of the program. The daemon implements it; the types are those of the workers.
 * Each feature adds its services to this interface where it declares them.
 */
import type { Words } from '../workers/base/language/sentence.js';
import type { HeldFolder } from '../workers/base/files/held-folder.js';
import type { PatternImages } from '../workers/print/output/pattern-images.js';
import type { AlbumService } from './resources/albums/service.js';
import type { ConfigService } from './resources/config/service.js';
import type { LogService } from './resources/logs/service.js';
import type { PenService } from './resources/pens/service.js';
import type { PrintService } from './resources/print/service.js';
import type { ProblemService } from './resources/status/problem.js';
import type { EventService, DaemonStatus, InboxService } from './resources/status/service.js';
import type { Access } from './security/access.js';

export interface Services {
  version: string;
  /** The name of the program as a person types it for this home. */
  command: string;
  patterns: PatternImages;
  print: PrintService;
  pens: PenService;
  albums: AlbumService;
  problems: ProblemService;
  config: ConfigService;
  logs: LogService;
  events: EventService;
  access: Access;
  status(): DaemonStatus;
  inbox: InboxService;
  /** Returns a sentence for each part that is missing or has failed to start. Empty if everything is ready. */
  notReady(): Words[];
  /** A held folder for multipart bodies, on the library's file system. The caller must close it. */
  uploadFolder(): Promise<HeldFolder>;
  /** Exits the program so that its supervisor restarts it; null if there is no supervisor. */
  restart: (() => void) | null;
  /**
   * Web addresses of the pages for other devices of the home network, the best one first. Empty if only this computer
   * has access, or if it has no network now.
   */
  homeAddresses(port: number): string[];
  /** Bytes. */
  maxUploadBytes(): number;
}
