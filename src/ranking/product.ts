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
  })
  .meta({ id: 'Product', description: 'One product launch.' })

export type Product = z.infer<typeof Product>
