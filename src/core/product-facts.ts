import { asList, asRecord } from './json.ts'

/** As many products beside each other as one can tell apart. */
export const MAX_COMPARED = 4

const TIMES = { day: 'on its day', week: 'in its week', month: 'in its month' }

type Named = (product: Record<string, unknown>) => string

const byName: Named = ({ name }) => String(name)

/** What the details of a product say beside its own fields, in words: its places and its first votes. */
export function productFacts(details: unknown, named?: Named): string[] {
  const { ranks, firstVotes } = asRecord(details)
  return [...placesOf(ranks, named), firstVotesOf(firstVotes)].filter(Boolean)
}

/** "#3 of 24 in its week, between Stem Cellar and Tail End". */
function placesOf(ranks: unknown, named: Named = byName): string[] {
  return ranksOf(ranks).map(({ place, rank, neighbours }) => {
    const [first, second] = neighbours.map(named)
    if (first && second) return `${place}, between ${first} and ${second}`
    return first ? `${place}, ${rank === 1 ? 'ahead of' : 'behind'} ${first}` : place
  })
}

/** Its ranks, each as "#3 of 24 in its week". */
export function ranksOf(ranks: unknown) {
  return Object.entries(TIMES).flatMap(([unit, time]) => {
    const { rank, of, neighbours } = asRecord(asRecord(ranks)[unit])
    if (typeof rank !== 'number') return []
    const all = typeof of === 'number' ? ` of ${of.toLocaleString('en-US')}` : ''
    return [{ rank, place: `#${rank}${all} ${time}`, neighbours: asList(neighbours).map(asRecord) }]
  })
}

function firstVotesOf(firstVotes: unknown): string {
  const { hour, day } = asRecord(firstVotes)
  const counts = Object.entries({ 'an hour': hour, '24 hours': day }).flatMap(([age, votes]) =>
    typeof votes === 'number' ? `${votes.toLocaleString('en-US')} votes after ${age}` : [],
  )
  return counts.join(', ')
}
