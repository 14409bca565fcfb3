import type { Product } from './product.ts'

/** The place of a product in a ranking, and the figures that decide it. */
interface Standing {
  id: string
  rank: number
  votesCount: number | null
  commentsCount: number | null
}

/** How one ranking becomes a later one of the same window. */
export interface RankingChange {
  /** Products with another rank, other votes or other comments. */
  changed: Standing[]
  entered: { rank: number; post: Product }[]
  /** The ids of products that are no longer ranked. */
  left: string[]
}

export function rankingChange(
  before: readonly Product[],
  after: readonly Product[],
): RankingChange {
  const standings = new Map(before.map((post, index) => [post.id, standingOf(post, index)]))
  const remaining = new Set(after.map(({ id }) => id))
  const placed = after.map((post, index) => ({ post, standing: standingOf(post, index) }))
  return {
    changed: placed
      .map(({ standing }) => standing)
      .filter((standing) => {
        const earlier = standings.get(standing.id)
        return earlier && JSON.stringify(earlier) !== JSON.stringify(standing)
      }),
    entered: placed
      .filter(({ post }) => !standings.has(post.id))
      .map(({ post, standing: { rank } }) => ({ rank, post })),
    left: before.filter(({ id }) => !remaining.has(id)).map(({ id }) => id),
  }
}

/** Whether a product of both rankings has another name, topic or anything else that no change tells. */
export function isEdited(before: readonly Product[], after: readonly Product[]): boolean {
  const earlier = new Map(before.map((post) => [post.id, withoutFigures(post)]))
  return after.some((post) => {
    const text = withoutFigures(post)
    return (earlier.get(post.id) ?? text) !== text
  })
}

function standingOf({ id, votesCount, commentsCount }: Product, index: number): Standing {
  return { id, rank: index + 1, votesCount, commentsCount }
}

function withoutFigures(post: Product): string {
  return JSON.stringify({ ...post, votesCount: null, commentsCount: null })
}
