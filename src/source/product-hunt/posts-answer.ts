import * as z from 'zod'
import type { Product } from '../../product/product.ts'
import { Post } from './post.ts'

const Edge = z
  .object({ node: Post })
  .transform(({ node }) => node)
  .catch(null)

const Problem = z
  .object({
    error: z.string().catch('unnamed'),
    details: z.object({ reset_in: z.unknown() }).partial().catch({}),
  })
  .catch({ error: 'unnamed', details: {} })

export type Problem = z.infer<typeof Problem>

/** An answer of GraphQL, in which posts and errors can stand side by side. */
export const PostsAnswer = z.object({
  data: z
    .object({ posts: z.object({ edges: z.array(Edge) }) })
    .transform(({ posts }) => posts.edges)
    .nullable()
    .catch(null),
  errors: z.array(Problem).catch([]),
})

export type PostsAnswer = z.infer<typeof PostsAnswer>

/** Each post once, in the order in which they came. */
export function distinct(posts: ReadonlyArray<Product | null>): Product[] {
  const byId = new Map<string, Product>()
  for (const post of posts) {
    if (post && !byId.has(post.id)) byId.set(post.id, post)
  }
  return [...byId.values()]
}
