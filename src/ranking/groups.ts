import type { Product } from './product.ts'
import { topicKey } from './topic.ts'

/** Launches with something in common. */
export interface LaunchGroup {
  name: string
  count: number
  votes: number
  comments: number
}

type Counted = Pick<Product, 'topics' | 'votesCount' | 'commentsCount'>

/** The topics of launches, in whatever case, those of most launches first. */
export function topicGroups(products: readonly Counted[]): LaunchGroup[] {
  return groupLaunches(products, ({ topics }) => topics).sort((a, b) => b.count - a.count)
}

/** @param names those of groups that are there without a launch too */
export function groupLaunches<Launch extends Counted>(
  products: readonly Launch[],
  namesOf: (product: Launch) => readonly string[],
  names: readonly string[] = [],
): LaunchGroup[] {
  const emptyOf = (name: string) => ({ name, count: 0, votes: 0, comments: 0 })
  const groups = new Map(names.map((name) => [topicKey(name), emptyOf(name)]))
  for (const product of products) {
    for (const name of namesOf(product)) {
      const group = groups.get(topicKey(name)) ?? emptyOf(name)
      group.count += 1
      group.votes += product.votesCount ?? 0
      group.comments += product.commentsCount ?? 0
      groups.set(topicKey(name), group)
    }
  }
  return [...groups.values()]
}
