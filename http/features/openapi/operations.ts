/** The descriptions of all routes. */
import { operations as albums } from '../../resources/albums/api.js';
import { operations as arrivals } from '../arrivals/api.js';
import { operations as backup } from '../backup/api.js';
import { operations as config } from '../../resources/config/api.js';
import { operations as deleted } from '../deleted/api.js';
import { operations as firstRun } from '../first-run/api.js';
import { operations as images } from '../../resources/images/api.js';
import { operations as login } from '../../resources/login/api.js';
import { operations as logs } from '../../resources/logs/api.js';
import { operations as metrics } from '../metrics/api.js';
import { operations as paperMap } from '../../papers/paper-map/api.js';
import { operations as papers } from '../../papers/papers/api.js';
import { operations as pens } from '../../resources/pens/api.js';
import { operations as print } from '../../resources/print/api.js';
import { operations as problems } from '../problems/api.js';
import { operations as saved } from '../../papers/saved/api.js';
import { operations as status } from '../../resources/status/api.js';
import { operations as tries } from '../try/api.js';
import { operations as upload } from '../../resources/upload/api.js';
import { operations as tus } from '../uploads/tus-api.js';
import { operations as own } from './api.js';

export const operations = [
  ...upload,
  ...tus,
  ...albums,
  ...deleted,
  ...arrivals,
  ...problems,
  ...print,
  ...tries,
  ...images,
  ...pens,
  ...papers,
  ...saved,
  ...paperMap,
  ...config,
  ...backup,
  ...logs,
  ...firstRun,
  ...login,
  ...status,
  ...metrics,
  ...own,
];
