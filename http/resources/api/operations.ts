/** The descriptions of all routes. */
import { operations as albums } from '../albums/api.js';
import { operations as arrivals } from '../arrivals/api.js';
import { operations as backup } from '../backup/api.js';
import { operations as config } from '../config/api.js';
import { operations as deleted } from '../deleted/api.js';
import { operations as firstRun } from '../first-run/api.js';
import { operations as images } from '../images/api.js';
import { operations as login } from '../login/api.js';
import { operations as logs } from '../logs/api.js';
import { operations as metrics } from '../metrics/api.js';
import { operations as paperMap } from '../paper-map/api.js';
import { operations as papers } from '../papers/api.js';
import { operations as pens } from '../pens/api.js';
import { operations as print } from '../print/api.js';
import { operations as problems } from '../problems/api.js';
import { operations as saved } from '../saved/api.js';
import { operations as status } from '../status/api.js';
import { operations as tries } from '../try/api.js';
import { operations as upload } from '../upload/api.js';
import { operations as tus } from '../upload/tus-api.js';
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
