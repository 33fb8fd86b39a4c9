/**
 * Words that occur in any paper, English and German. They are searched only in quotes, or if the query has no other
 * words, because each of them would match nearly all papers.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `a about after all also among an and any are as at be been between both but by can could did do does during each for
  from had has have how if in into is it its may more most not of on only or other our over per should so some such than
  that the their them then there these they this those through to toward towards under using via was we were what when
  where which while who why will with within without would you your
  aber alle als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines es fuer
  fur gegen hat im ist kann man mit nach nicht noch nur ob oder ohne sich sie sind uber um und uns unter vom von vor war
  was wenn werden wie wird wir zu zum zur zwischen`.split(/\s+/),
);
