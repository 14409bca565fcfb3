import { AppError } from '../../core/error.ts'
import { topicKey } from '../../ranking/topic.ts'
import type { LeaderboardRequest, UpstreamLaunchesRequest } from '../source.ts'

/** A post can have more topics than are requested. */
export const MAX_TOPICS = 5

/** Sharp at twice the size that pages show. */
const IMAGE_PX = 192

/**
 * Every field costs some of the budget, so only those that are shown are requested. `totalCount` is
 * unreliable, and makers are redacted.
 */
const FIELDS = `
  id name tagline url website description votesCount commentsCount createdAt featuredAt
  thumbnail { url(width: ${IMAGE_PX}, height: ${IMAGE_PX}) }
  topics(first: ${MAX_TOPICS}) { edges { node { name slug } } }`

const POSTS = `query TopPosts(
  $first: Int!, $after: String, $order: PostsOrder!,
  $postedAfter: DateTime, $postedBefore: DateTime, $topic: String
) {
  posts(
    first: $first, after: $after, order: $order,
    postedAfter: $postedAfter, postedBefore: $postedBefore, topic: $topic
  ) {
    edges { cursor node { ${FIELDS} } }
    pageInfo { hasNextPage }
  }
}`

const POST = `query OnePost($id: ID!) { post(id: $id) { ${FIELDS} } }`

/** Product Hunt returns no more posts at once. */
const MAX_PAGE = 20

/** Posts with equal ranks can occur twice in a page. */
const SPARE = 3

export type PostsRequest = Pick<LeaderboardRequest, 'order'> & UpstreamLaunchesRequest

/** The body of a request. `postedAfter` includes its instant there, so the window is half-open too. */
export function postsQuery({ order, window, limit, topic, after }: PostsRequest): string {
  const { postedAfter, postedBefore } = window ?? {}
  const slug = topic === undefined ? undefined : topicSlug(topic)
  const first = Math.min(MAX_PAGE, limit + SPARE)
  const variables = { first, after, order, postedAfter, postedBefore, topic: slug }
  return JSON.stringify({ query: POSTS, variables })
}

/** The body of a request for one post. */
export function postQuery(id: string): string {
  return JSON.stringify({ query: POST, variables: { id } })
}

/** Product Hunt filters by the slug of a topic, `health-fitness` for Health & Fitness. */
export function topicSlug(topic: string): string {
  const slug = slugOf(topic)
  if (slug !== '') return slug
  // An empty slug might mean every topic.
  const message = 'topic: must have a Latin letter or a digit, as the topics of Product Hunt do.'
  throw new AppError('invalid-request', message)
}

/** The slug of a name, as Product Hunt usually makes it. */
export function slugOf(name: string): string {
  return topicKey(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
