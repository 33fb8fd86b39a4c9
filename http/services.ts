/**
 * The interface between HTTP and the rest of the program. The daemon implements it; the types are those of the workers.
 */
import type { Words } from '../workers/base/language/sentence.js';
import type { HeldFolder } from '../workers/base/files/held-folder.js';
import type { PatternImages } from '../workers/print/output/pattern-images.js';
import type { AlbumService } from './resources/albums/service.js';
import type { ArrivalService } from './features/arrivals/service.js';
import type { FirstRunService } from './features/first-run/service.js';
import type { BackupService } from './features/backup/service.js';
import type { DeletedService } from './features/deleted/service.js';
import type { ConfigService } from './resources/config/service.js';
import type { LogService } from './resources/logs/service.js';
import type { MetricsService } from './features/metrics/service.js';
import type { PaperMapService } from './papers/paper-map/service.js';
import type { PaperService } from './papers/papers/service.js';
import type { PenService } from './resources/pens/service.js';
import type { SavedService } from './papers/saved/service.js';
import type { PrintService } from './resources/print/service.js';
import type { ProblemService } from './features/problems/service.js';
import type { TryService } from './features/try/service.js';
import type { ParcelService } from './features/uploads/service.js';
import type { EventService, DaemonStatus } from './resources/status/service.js';
import type { Access } from './security/access.js';

export interface Services {
  version: string;
  patterns: PatternImages;
  print: PrintService;
  pens: PenService;
  papers: PaperService;
  saved: SavedService;
  paperMaps: PaperMapService;
  albums: AlbumService;
  arrivals: ArrivalService;
  deleted: DeletedService;
  backups: BackupService;
  firstRun: FirstRunService;
  problems: ProblemService;
  tries: TryService;
  config: ConfigService;
  logs: LogService;
  metrics: MetricsService;
  events: EventService;
  access: Access;
  status(): DaemonStatus;
  /** What has failed to start or is missing, as sentences. Empty if everything is ready. */
  notReady(): Words[];
  parcels: ParcelService;
  /** A held folder for multipart bodies, on the library's file system. The caller must close it. */
  uploadFolder(): Promise<HeldFolder>;
  /** Exits the program so that its supervisor restarts it; null if there is no supervisor. */
  restart: (() => void) | null;
  /** Bytes. */
  maxUploadBytes(): number;
}
