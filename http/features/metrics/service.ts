/** The result of one request. */
export interface Answered {
  /** For example `GET`; `other` for unknown methods. */
  method: string;
  /** The pattern of the route, such as `/library/:oid`; `other` if no route matched. */
  route: string;
  status: number;
  /** From the start of the request to the end of the response. */
  seconds: number;
}

export interface MetricsService {
  answered(answer: Answered): void;
  /** The current metrics in the text format of Prometheus. */
  text(): Promise<string>;
  /** The media type of `text()`. */
  contentType: string;
}

declare module '../../services.js' {
  interface Services {
    metrics: MetricsService;
  }
}
