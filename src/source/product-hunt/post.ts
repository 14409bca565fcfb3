import * as z from 'zod'
import type { Product } from '../../product/product.ts'
import { looseCount, looseId, looseInstant, looseText } from '../../upstream/loose-field.ts'
import { webAddress } from '../../upstream/web-address.ts'

const Topics = z
  .object({ edges: z.array(z.unknown()) })
  .transform(({ edges }) => edges.map(topicName).filter((name) => name !== null))
  .catch([])

const Topic = z.object({ node: z.object({ name: looseText }) })

/** One post, of which only the id and the name have to be there. */
export const Post = z
  .object({
    id: looseId,
    name: looseText,
    tagline: looseText,
    url: looseText,
    votesCount: looseCount,
    commentsCount: looseCount,
    // What the windows go by, so a launch is inside the window that it was found in. `featuredAt`
    // comes later, or never.
    createdAt: looseInstant,
    topics: Topics,
  })
  .transform(({ id, name, tagline, url, createdAt, ...rest }): Product | null => {
    if (id === null || name === null) return null
    const { votesCount, commentsCount, topics } = rest
    const shown = { id, name, tagline, url: webAddress(url), votesCount, commentsCount }
    return { ...shown, launchedAt: createdAt, topics }
  })

function topicName(edge: unknown) {
  return Topic.safeParse(edge).data?.node.name ?? null
}
