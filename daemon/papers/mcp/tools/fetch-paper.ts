import * as z from 'zod/v4';
import { uid } from '../filters.js';
import { tool } from '../tool.js';
import { textOfPaper, wholePaper } from '../whole-paper.js';

const text = z.string().optional();

/** Columns of a paper. A newer daemon may send further ones. */
const record = z.looseObject({
  uid: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  abstract: z.string(),
  year: z.int(),
  conference: z.string(),
  session: z.string(),
  keywords: z.array(z.string()).optional(),
  decision: text,
  award: text,
  doi: text,
  url: text,
  paper_pdf_url: text,
  links: text,
});

export const fetchPaper = tool({
  name: 'fetch_paper',
  title: 'Fetch a paper',
  description:
    'Returns one paper: its abstract, keywords, decision, award and links, and a citation. ' +
    'The full text is not included; `url` links to it.',
  input: z.strictObject({ uid }),
  facts: z.object({
    paper: record,
    citation: z.string().describe('Authors, title, place and link, for a list of references.'),
    url: z.string().nullable(),
  }),
  async ask(access, { uid: asked }) {
    const whole = wholePaper(await access.record(asked));
    return { facts: { ...whole, paper: { ...whole.paper } }, text: textOfPaper(whole) };
  },
});
