import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import { webAddress } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'
import { isInWindow } from '../../ranking/window.ts'
import { looseCount, looseId, looseImage, looseInstant, looseText } from '../loose-field.ts'
import type { UpstreamLaunchesRequest } from '../source.ts'
import { MAX_TOPICS, slugOf, topicSlug } from './posts-query.ts'

export interface Post {
  product: Product
  topicSlugs: string[]
  /** The place where the page after it begins. */
  cursor?: string | undefined
}

/** One post; `null` without an id or a name. */
function readPost(node: unknown): Post | null {
  if (!isRecord(node)) return null
  const [id, name] = [looseId(node.id), looseText(node.name)]
  if (id === null || name === null) return null
  const topics = Topics.parse(node.topics)
  return {
    product: {
      id,
      name,
      tagline: looseText(node.tagline),
      url: webAddress(looseText(node.url)),
      imageUrl: webAddress(looseImage(node.thumbnail)),
      votesCount: looseCount(node.votesCount),
      commentsCount: looseCount(node.commentsCount),
      // Windows filter by `createdAt`, so a launch is inside its window. `featuredAt` is later or
      // absent.
      launchedAt: looseInstant(node.createdAt),
      topics: topics.map(({ name }) => name),
      website: webAddress(looseText(node.website)),
      description: looseText(node.description),
      featured: node.featuredAt === undefined ? null : node.featuredAt !== null,
      makers: null,
    },
    topicSlugs: topics.map(({ slug }) => slug),
  }
}

const Topics = z
  .object({ edges: z.array(z.unknown()) })
  .transform(({ edges }) => edges.flatMap(readTopic))
  .catch([])

function readTopic(edge: unknown) {
  const topic = isRecord(edge) && isRecord(edge.node) ? edge.node : {}
  const name = looseText(topic.name)
  return name === null ? [] : [{ name, slug: looseText(topic.slug) ?? slugOf(name) }]
}

function readEdge(edge: unknown): Post | null {
  const { node, cursor } = isRecord(edge) ? edge : {}
  const post = readPost(node)
  return post && { ...post, ...(typeof cursor === 'string' && { cursor }) }
}

const PostsError = z
  .object({
    error: z.string().catch('unnamed'),
    details: z.object({ reset_in: z.unknown() }).partial().catch({}),
  })
  .catch({ error: 'unnamed', details: {} })

export type PostsError = z.infer<typeof PostsError>

const Posts = z.object({
  posts: z.object({
    edges: z.array(z.unknown().transform(readEdge)),
    pageInfo: z.object({ hasNextPage: z.boolean() }).catch({ hasNextPage: false }),
  }),
})

const OnePost = z.object({
  post: z.union([
    z.null().transform((): null[] => []),
    z.unknown().transform((node) => [readPost(node)]),
  ]),
})

/**
 * A GraphQL response, which can have both posts and errors: the posts with `null` in place of each one
 * that cannot be read.
 */
export const PostsAnswer = z.object({
  data: z
    .union([
      Posts.transform(({ posts: { edges, pageInfo } }) => ({ posts: edges, ...pageInfo })),
      OnePost.transform(({ post }) => ({ posts: post, hasNextPage: false })),
    ])
    .nullable()
    .catch(null),
  errors: z.array(PostsError).catch([]),
})

export type PostsAnswer = z.infer<typeof PostsAnswer>

/** The posts without duplicates, in their order. */
export function distinctPosts(posts: ReadonlyArray<Post | null>): Post[] {
  const known = new Set<string>()
  return posts
    .filter((post) => post !== null)
    .filter(({ product: { id } }) => {
      return !known.has(id) && known.add(id)
    })
}

type About = Pick<UpstreamLaunchesRequest, 'window' | 'topic'>

/** Whether a post is in the window and has the topic of a request, as far as is known. */
export function isAbout({ product, topicSlugs }: Post, { window, topic }: About): boolean {
  if (window && !isInWindow(product.launchedAt, window)) return false
  const isUnknown = topicSlugs.length === 0 || topicSlugs.length === MAX_TOPICS
  return topic === undefined || isUnknown || topicSlugs.includes(topicSlug(topic))
}
