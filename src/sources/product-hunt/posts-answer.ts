import * as z from 'zod'
import { webAddress } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'
import { looseCount, looseId, looseInstant, looseText } from '../loose-field.ts'

const Topic = z.object({ node: z.object({ name: looseText }) })

const Topics = z
  .object({ edges: z.array(z.unknown()) })
  .transform(({ edges }) => edges.map(topicName).filter((name) => name !== null))
  .catch([])

function topicName(edge: unknown) {
  return Topic.safeParse(edge).data?.node.name ?? null
}

/** One post. Only the id and the name are required. */
const Post = z
  .object({
    id: looseId,
    name: looseText,
    tagline: looseText,
    url: looseText,
    votesCount: looseCount,
    commentsCount: looseCount,
    // Windows filter by `createdAt`, so a launch is inside its window. `featuredAt` is later or
    // absent.
    createdAt: looseInstant,
    topics: Topics,
  })
  .transform(({ id, name, tagline, url, createdAt, ...rest }): Product | null => {
    if (id === null || name === null) return null
    const { votesCount, commentsCount, topics } = rest
    const shown = { id, name, tagline, url: webAddress(url), votesCount, commentsCount }
    return { ...shown, launchedAt: createdAt, topics }
  })

const Edge = z
  .object({ node: Post })
  .transform(({ node }) => node)
  .catch(null)

const PostsError = z
  .object({
    error: z.string().catch('unnamed'),
    details: z.object({ reset_in: z.unknown() }).partial().catch({}),
  })
  .catch({ error: 'unnamed', details: {} })

export type PostsError = z.infer<typeof PostsError>

/** A GraphQL response, which can have both posts and errors. */
export const PostsAnswer = z.object({
  data: z
    .object({ posts: z.object({ edges: z.array(Edge) }) })
    .transform(({ posts }) => posts.edges)
    .nullable()
    .catch(null),
  errors: z.array(PostsError).catch([]),
})

export type PostsAnswer = z.infer<typeof PostsAnswer>

/** The posts without duplicates, in their order. */
export function distinct(posts: ReadonlyArray<Product | null>): Product[] {
  const byId = new Map<string, Product>()
  for (const post of posts) {
    if (post && !byId.has(post.id)) byId.set(post.id, post)
  }
  return [...byId.values()]
}
