/** The words by which a person knows a kept search, and its address. */
import { searchQuery } from '../papers/address.js';
import type { SearchToKeep } from './service.js';

/** Characters. */
const longest = 200;

export function searchName({ q, conferences, years, sessions }: SearchToKeep): string {
  const name = [q, ...conferences, ...years, ...sessions].filter((part) => part !== '').join(' · ');
  return name.length > longest ? `${name.slice(0, longest).toWellFormed()}…` : name;
}

export const searchAddress = ({ q, ...lists }: SearchToKeep): string => `/papers?${searchQuery({ q }, lists)}`;
