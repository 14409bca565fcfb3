import type { ServerResponse } from 'node:http'
import { buildSchema, execute, parse, validate } from 'graphql'
import { type Question, reply, startUpstream } from './upstream-server.ts'

/** What we use of Product Hunt's published schema, word for word. */
export const SCHEMA = buildSchema(`
  scalar DateTime

  enum PostsOrder { FEATURED_AT NEWEST RANKING VOTES }

  type Query {
    post(id: ID): Post
    posts(
      after: String
      first: Int
      order: PostsOrder = RANKING
      postedAfter: DateTime
      postedBefore: DateTime
      topic: String
    ): PostConnection!
  }

  type PostConnection { edges: [PostEdge!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
  type PostEdge { cursor: String! node: Post! }

  type Post {
    id: ID!
    name: String!
    tagline: String!
    description: String
    website: String!
    thumbnail: Media
    url: String!
    votesCount: Int!
    commentsCount: Int!
    createdAt: DateTime!
    featuredAt: DateTime
    topics(first: Int): TopicConnection!
  }

  type Media { url(height: Int, width: Int): String! }

  type TopicConnection { edges: [TopicEdge!]! }
  type TopicEdge { node: Topic! }
  type Topic { name: String! slug: String! }
`)

export interface PostRecord {
  id: string
  name: string
  tagline: string
  description?: string
  url: string
  website?: string
  thumbnail?: { url: string }
  votesCount: number
  commentsCount: number
  createdAt: string
  featuredAt?: string
  topics: string[]
}

interface PostsArguments {
  after?: string
  first?: number
  order: 'FEATURED_AT' | 'NEWEST' | 'RANKING' | 'VOTES'
  postedAfter?: string
  postedBefore?: string
  topic?: string
}

const LARGEST_PAGE = 20
const BUDGET = 6250

/** Product Hunt as it is published, with these posts in the order of its own ranking. */
export async function startGraphqlServer({ token }: { token: string }) {
  let ranked: readonly PostRecord[] = []
  let remaining = BUDGET
  const answer = (question: Question, response: ServerResponse) => {
    remaining -= 50
    const headers = {
      'x-rate-limit-limit': BUDGET,
      'x-rate-limit-remaining': remaining,
      'x-rate-limit-reset': 600,
    }
    const [status, body] =
      question.headers.authorization === `Bearer ${token}`
        ? [200, answerTo(question.body, ranked)]
        : [401, { data: null, errors: [{ error: 'invalid_oauth_token' }] }]
    reply(JSON.stringify(body), status, headers)(question, response)
  }
  const upstream = await startUpstream(answer)

  return {
    ...upstream,
    /** Forgets what was asked, and answers with these posts. */
    serve(posts: readonly PostRecord[]) {
      ranked = posts
      remaining = BUDGET
      upstream.questions.length = 0
      upstream.answerWith(answer)
    },
  }
}

function answerTo(body: string, ranked: readonly PostRecord[]) {
  const { query, variables } = JSON.parse(body)
  const document = parse(query)
  const errors = validate(SCHEMA, document)
  if (errors.length > 0) return { errors }
  const rootValue = {
    post: (given: { id: string }) => ranked.filter(({ id }) => id === given.id).map(toNode)[0],
    posts: (given: PostsArguments) => posts(ranked, given),
  }
  return execute({ schema: SCHEMA, document, rootValue, variableValues: variables })
}

function posts(ranked: readonly PostRecord[], given: PostsArguments) {
  const { after, first = LARGEST_PAGE, order, postedAfter, postedBefore, topic } = given
  const nodes = ranked
    .filter(({ createdAt }) => !postedAfter || Date.parse(createdAt) >= Date.parse(postedAfter))
    .filter(({ topics }) => !topic || topics.some((name) => slugOf(name) === topic))
    .filter(({ createdAt }) => !postedBefore || Date.parse(createdAt) < Date.parse(postedBefore))
  const sorted = nodes.sort(COMPARE[order]).map(toNode)
  return connection(sorted, Math.min(first, LARGEST_PAGE), after === undefined ? 0 : +after + 1)
}

function slugOf(topic: string) {
  return topic.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

type Compare = (left: PostRecord, right: PostRecord) => number

const COMPARE: Record<PostsArguments['order'], Compare> = {
  FEATURED_AT: (left, right) =>
    Date.parse(right.featuredAt ?? '') - Date.parse(left.featuredAt ?? ''),
  NEWEST: (left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt),
  RANKING: () => 0,
  VOTES: (left, right) => right.votesCount - left.votesCount,
}

function toNode({ topics, ...post }: PostRecord) {
  const names = topics.map((name) => ({ name, slug: slugOf(name) }))
  const website = post.website ?? `https://www.producthunt.com/r/${post.id}`
  return { ...post, website, topics: ({ first }: { first: number }) => connection(names, first) }
}

function connection<Node>(nodes: readonly Node[], first: number, from = 0) {
  const edges = nodes.map((node, at) => ({ cursor: String(at), node })).slice(from, from + first)
  return { edges, pageInfo: { hasNextPage: from + first < nodes.length } }
}
