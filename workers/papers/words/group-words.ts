/** Words in the names of groups, in several languages. A name with one of them is not a person. */
export const groupWords: ReadonlySet<string> = new Set(
  `academy agency alliance association center centre collaboration collaborators commission committee consortium
  corporation council department federation foundation group inc initiative institute investigators lab laboratories
  laboratory labs ltd ministry network organisation organization project research society taskforce team university
  arbeitsgemeinschaft arbeitsgruppe gemeinschaft gesellschaft gruppe institut universitat verband verein
  equipe federation groupe laboratoire ministere reseau societe universite
  genootschap groep instituut universiteit vereniging werkgroep
  equipo grupo gruppo instituto istituto universidad universidade universita`.split(/\s+/),
);
