/** Notes what arrives, for the feature that lists it. Without that feature, the notes are dropped. */
import type { NewArrival } from '../http/resources/upload/arrival.js';

export interface ArrivalList {
  add(arrival: NewArrival): void;
  /** Number of arrivals that were not seen yet. */
  unseen(): number;
}

export class ArrivalNotes implements ArrivalList {
  private list: ArrivalList | undefined;

  /** Sends all later notes to a list. */
  connect(list: ArrivalList): void {
    this.list = list;
  }

  add(arrival: NewArrival): void {
    this.list?.add(arrival);
  }

  unseen(): number {
    return this.list?.unseen() ?? 0;
  }
}
