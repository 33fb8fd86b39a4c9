/** Who may ask. */

export interface Access {
  /** Host names and addresses, without port, that a request may name; lower case. */
  allowedHosts(): ReadonlySet<string>;
  /** As it is kept, a hash or plain; undefined where none is asked for. */
  password(): string | undefined;
  /** Where there is no password, other accounts of this machine may ask too. */
  anyAccount(): boolean;
  /** Lets in the commands of the daemon's own account; undefined where there is none. */
  commandToken(): string | undefined;
}
