import { Cron } from 'croner';

/** True if a text is a schedule of five fields, as in a crontab, that has a next date. */
export function isSchedule(schedule: string): boolean {
  try {
    return schedule.split(/\s+/).length === 5 && new Cron(schedule, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
