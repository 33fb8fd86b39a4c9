/**
 * Returns the venue with the year, once: many sources name the year in the venue, such as `NeurIPS 2020`. Digits within
 * a longer number are no year.
 */
export const venueOf = ({ conference, year }: { conference: string; year: number }): string =>
  conference.split(/\D+/).includes(String(year)) ? conference : `${conference} ${year}`;
