/** Returns the venue with the year, once: many sources name the year in the venue, such as `NeurIPS 2020`. */
export const venueOf = ({ conference, year }: { conference: string; year: number }): string =>
  conference.includes(String(year)) ? conference : `${conference} ${year}`;
