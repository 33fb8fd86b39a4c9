/** The settings that decide who has access. */

export interface Access {
  /** Host names and addresses that the Host header may have, lower case, without port. */
  allowedHosts(): ReadonlySet<string>;
  /** The path below which a reverse proxy shows this service, such as `/tonstift`; empty if there is none. */
  basePath(): string;
  /** Whether the headers of the proxy with this address are believed. */
  isTrustedProxy(address: string): boolean;
  /** Returns true if the server listens to other computers. */
  isOpen(): boolean;
  /** The stored password, a hash or plain text; undefined if none is set. */
  password(): string | undefined;
  /** Without a password, other accounts of this machine have access too. */
  anyAccount(): boolean;
  /** The token that gives access to commands of the daemon's own account; undefined if there is none. */
  commandToken(): string | undefined;
}
