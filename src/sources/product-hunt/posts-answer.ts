import * as z from 'zod'
import { webAddress } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'
import { isInWindow } from '../../ranking/window.ts'
import { looseCount, looseId, looseImage, looseInstant, looseText } from '../loose-field.ts'
import type { UpstreamLaunchesRequest } from '../source.ts'
import { MAX_TOPICS, slugOf, topicSlug } from './posts-query.ts'

const Topic = z.object({ node: z.object({ name: looseText, slug: looseText }) })

const Topics = z
  .object({ edges: z.array(z.unknown()) })
  .transform(({ edges }) => edges.flatMap(readTopic))
  .catch([])

function readTopic(edge: unknown) {
  const { name = null, slug } = Topic.safeParse(edge).data?.node ?? {}
  return name === null ? [] : [{ name, slug: slug ?? slugOf(name) }]
}

export interface Post {
  product: Product
  topicSlugs: string[]
  /** The place where the page after it begins. */
  cursor?: string | undefined
}

/** One post. Only the id and the name are required. */
const PostNode = z
  .object({
    id: looseId,
    name: looseText,
    tagline: looseText,
    url: looseText,
    thumbnail: looseImage,
    votesCount: looseCount,
    commentsCount: looseCount,
    // Windows filter by `createdAt`, so a launch is inside its window. `featuredAt` is later or
    // absent.
    createdAt: looseInstant,
    topics: Topics,
  })
  .transform(({ id, name, url, thumbnail, createdAt, topics, ...rest }): Post | null => {
    if (id === null || name === null) return null
    const names = topics.map(({ name }) => name)
    return {
      product: {
        ...rest,
        id,
        name,
        url: webAddress(url),
        imageUrl: webAddress(thumbnail),
        launchedAt: createdAt,
        topics: names,
      },
      topicSlugs: topics.map(({ slug }) => slug),
    }
  })

const Edge = z
  .object({ node: PostNode, cursor: z.string().optional().catch(undefined) })
  .transform(({ node, cursor }): Post | null => node && { ...node, cursor })
  .catch(null)

const PageInfo = z.object({ hasNextPage: z.boolean() }).catch({ hasNextPage: false })

const PostsError = z
  .object({
    error: z.string().catch('unnamed'),
    details: z.object({ reset_in: z.unknown() }).partial().catch({}),
  })
  .catch({ error: 'unnamed', details: {} })

export type PostsError = z.infer<typeof PostsError>

/** The posts; `null` in place of each one that cannot be read. */
interface PostsPage {
  posts: (Post | null)[]
  hasNextPage: boolean
}

/** A GraphQL response, which can have both posts and errors. */
export const PostsAnswer = z.object({
  data: z
    .union([
      z
        .object({ posts: z.object({ edges: z.array(Edge), pageInfo: PageInfo }) })
        .transform(({ posts }): PostsPage => ({ posts: posts.edges, ...posts.pageInfo })),
      z
        .object({
          post: z.union([z.null().transform(() => []), PostNode.transform((one) => [one])]),
        })
        .transform(({ post }): PostsPage => ({ posts: post, hasNextPage: false })),
    ])
    .nullable()
    .catch(null),
  errors: z.array(PostsError).catch([]),
})

export type PostsAnswer = z.infer<typeof PostsAnswer>

/** The posts without duplicates, in their order. */
export function distinct(posts: ReadonlyArray<Post | null>): Post[] {
  const byId = new Map<string, Post>()
  for (const post of posts) {
    if (post && !byId.has(post.product.id)) byId.set(post.product.id, post)
  }
  return [...byId.values()]
}

type About = Pick<UpstreamLaunchesRequest, 'window' | 'topic'>

/** Whether a post is in the window and has the topic of a request, as far as is known. */
export function isAbout({ product, topicSlugs }: Post, { window, topic }: About): boolean {
  if (window && !isInWindow(product.launchedAt, window)) return false
  const isUnknown = topicSlugs.length === 0 || topicSlugs.length === MAX_TOPICS
  return topic === undefined || isUnknown || topicSlugs.includes(topicSlug(topic))
}
