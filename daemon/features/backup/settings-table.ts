/** The settings of backups. */
import { path } from '../../../config/field.js';
import { plain } from '../../../config/field-checks.js';
import { addFields, type ValuesOf } from '../../../config/fields.js';

export const backupFields = {
  backup_folder: path({
    default: '',
    group: 'places',
    guard: 'password',
    isWritten: 'folder',
    isKept: true,
    help:
      'Folder for a backup every week, best on another disk. The newest four are kept. Empty: no automatic ' +
      'backups.',
    check: plain,
  }),
};

type BackupConfig = ValuesOf<typeof backupFields>;

declare module '../../../config/fields.js' {
  interface Config extends BackupConfig {}
}

addFields(backupFields);
