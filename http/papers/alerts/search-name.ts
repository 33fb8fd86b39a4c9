/** The words by which a person knows a kept search, and its address. */
import type { SearchToKeep } from './service.js';

/** Characters. */
const longest = 200;

export function searchName({ q, conferences, years, sessions }: SearchToKeep): string {
  const name = [q, ...conferences, ...years, ...sessions].filter((part) => part !== '').join(' · ');
  return name.length > longest ? `${name.slice(0, longest).toWellFormed()}…` : name;
}

export function searchAddress({ q, conferences, years, sessions }: SearchToKeep): string {
  const asked = new URLSearchParams({ q });
  for (const one of conferences) asked.append('conference', one);
  for (const one of years) asked.append('year', String(one));
  for (const one of sessions) asked.append('session', one);
  return `/papers?${asked.toString()}`;
}
