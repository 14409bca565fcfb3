import type { RankingRequest } from '../source.ts'

/**
 * What one ranking costs us of the budget, so it asks for nothing that is not shown. `totalCount`
 * is left alone besides because it cannot be relied on.
 */
const QUERY = `query TopPosts(
  $first: Int!
  $order: PostsOrder!
  $postedAfter: DateTime
  $postedBefore: DateTime
) {
  posts(first: $first, order: $order, postedAfter: $postedAfter, postedBefore: $postedBefore) {
    edges {
      node {
        id
        name
        tagline
        url
        votesCount
        commentsCount
        createdAt
        topics(first: 5) {
          edges {
            node {
              name
            }
          }
        }
      }
    }
  }
}`

const LARGEST_PAGE = 20

/** Posts with equal ranks can come twice in a page. */
const SPARE = 3

/** The body of one request. Its window is half-open as ours is: after is "at or after" there. */
export function postsQuery({ order, window, limit }: RankingRequest): string {
  const first = Math.min(LARGEST_PAGE, limit + SPARE)
  const { postedAfter, postedBefore } = window ?? {}
  return JSON.stringify({ query: QUERY, variables: { first, order, postedAfter, postedBefore } })
}
