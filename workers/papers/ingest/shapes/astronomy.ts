/** Macros for journals in BibTeX of NASA ADS (https://ui.adsabs.harvard.edu/help/actions/journal-macros). */
const journals: Readonly<Record<string, string>> = {
  aap: 'Astronomy and Astrophysics',
  aapr: 'Astronomy and Astrophysics Reviews',
  aaps: 'Astronomy and Astrophysics Supplement Series',
  aj: 'The Astronomical Journal',
  ao: 'Applied Optics',
  apj: 'The Astrophysical Journal',
  apjl: 'The Astrophysical Journal Letters',
  apjs: 'The Astrophysical Journal Supplement Series',
  apss: 'Astrophysics and Space Science',
  araa: 'Annual Review of Astronomy and Astrophysics',
  baas: 'Bulletin of the American Astronomical Society',
  grl: 'Geophysical Research Letters',
  icarus: 'Icarus',
  jcap: 'Journal of Cosmology and Astroparticle Physics',
  jgr: 'Journal of Geophysical Research',
  mnras: 'Monthly Notices of the Royal Astronomical Society',
  nat: 'Nature',
  pasa: 'Publications of the Astronomical Society of Australia',
  pasj: 'Publications of the Astronomical Society of Japan',
  pasp: 'Publications of the Astronomical Society of the Pacific',
  physrep: 'Physics Reports',
  planss: 'Planetary and Space Science',
  pra: 'Physical Review A',
  prb: 'Physical Review B',
  prc: 'Physical Review C',
  prd: 'Physical Review D',
  pre: 'Physical Review E',
  prl: 'Physical Review Letters',
  solphys: 'Solar Physics',
  ssr: 'Space Science Reviews',
};

/** Returns the name of a journal for its macro, and other text unchanged. */
export function journalOf(text: string): string {
  const [, macro = ''] = /^\\([a-z]{2,8})$/.exec(text) ?? [];
  return Object.hasOwn(journals, macro) ? (journals[macro] ?? text) : text;
}
