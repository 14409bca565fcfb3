import * as z from 'zod'

/** One launch. A value that its source does not have is `null`, never a guess. */
export const Product = z
  .object({
    id: z.string(),
    name: z.string(),
    tagline: z.string().nullable(),
    url: z.string().nullable(),
    imageUrl: z.string().nullable().describe('Its icon or picture.'),
    votesCount: z.number().int().nullable(),
    commentsCount: z.number().int().nullable(),
    launchedAt: z.iso.datetime().nullable().describe('When it launched: ISO 8601, UTC.'),
    topics: z.array(z.string()),
    // Few sources have these: absent where a source has no such field at all.
    website: z.string().nullish().describe('Its own site.'),
    description: z.string().nullish().describe('What it is, in its own words.'),
    featured: z.boolean().nullish().describe('Whether its source has featured it.'),
    makers: z.array(z.string()).nullish().describe('The names of its makers; null if redacted.'),
  })
  .meta({ id: 'Product', description: 'One product launch.' })

export type Product = z.infer<typeof Product>

/** `1,012 votes`. */
export function votesText(votes: number): string {
  return `${votes.toLocaleString('en-US')} ${votes === 1 ? 'vote' : 'votes'}`
}
