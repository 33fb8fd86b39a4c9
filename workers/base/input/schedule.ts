import { Cron } from 'croner';

/** Whether a text says when, as in a crontab, by five fields, and whether that ever comes. */
export function isSchedule(schedule: string): boolean {
  try {
    return schedule.split(/\s+/).length === 5 && new Cron(schedule, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
