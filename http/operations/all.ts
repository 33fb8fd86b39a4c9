/** The descriptions of all routes. */
import type { FeatureApi, WebFeature } from '../feature.js';
import { coreActions } from '../resources/albums/actions.js';
import { operations as albums } from '../resources/albums/api.js';
import { operations as config } from '../resources/config/api.js';
import { operations as images } from '../resources/images/api.js';
import { operations as login } from '../resources/login/api.js';
import { operations as logs } from '../resources/logs/api.js';
import { operations as pens } from '../resources/pens/api.js';
import { operations as print } from '../resources/print/api.js';
import { operations as status } from '../resources/status/api.js';
import { operations as upload } from '../resources/upload/api.js';
import type { Operation } from './operation.js';

export async function operationsOf(features: readonly WebFeature[]): Promise<Operation[]> {
  const actions = [...coreActions, ...features.flatMap((feature) => feature.actions ?? [])];
  const core = [...upload, ...albums(actions), ...print, ...images, ...pens, ...config(), ...logs, ...login, ...status];
  const apis: FeatureApi[] = [];
  for (const { api } of features) if (api !== undefined) apis.push(await api());
  return [...core.map((one) => withForms(one, apis)), ...apis.flatMap(({ operations }) => operations)];
}

/** Adds the forms that features have for an operation. */
function withForms(operation: Operation, apis: readonly FeatureApi[]): Operation {
  const { id, body } = operation;
  if (body === undefined) return operation;
  const more = apis.flatMap(({ forms }) => Object.entries(forms?.[id] ?? {}));
  return { ...operation, body: { ...body, forms: { ...body.forms, ...Object.fromEntries(more) } } };
}
