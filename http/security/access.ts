/** Who may ask. */

export interface Access {
  /** Host names and addresses, without port, that a request may name; lower case. */
  allowedHosts(): ReadonlySet<string>;
  /** Undefined where none is asked for. */
  password(): string | undefined;
  /** Where there is no password, other accounts of this machine may ask too. */
  anyAccount(): boolean;
}
