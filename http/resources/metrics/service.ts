/** Figures of the daemon, for a program that draws them. */

/** What became of one request. */
export interface Answered {
  /** As `GET`; what no route knows is `other`. */
  method: string;
  /** The pattern of the route, as `/library/:oid`; `other` where there is none. */
  route: string;
  status: number;
  /** From the first byte of the request to the last of the answer. */
  seconds: number;
}

export interface MetricsService {
  answered(answer: Answered): void;
  /** All figures of now, in the text format of Prometheus. */
  text(): Promise<string>;
  /** Media type of that. */
  contentType: string;
}
