import { signal } from '@preact/signals'
import type { LaunchesResponse, ReplayResponse } from '../api/response-types.ts'

/** A step of a replay. */
interface Moment {
  /** As the address names it: `14:00`, or `2026-11-20T14:00` in a week. */
  at: string
  standings: ReadonlyMap<string, Standing>
}

interface Standing {
  rank: number
  votes: number
}

/** What stands in for the present on the board. */
export const moment = signal<Moment>()

/** A ranking as it was at the moment on show. How many comments there were is not known. */
export function atMoment(answer: LaunchesResponse): LaunchesResponse {
  const standings = moment.value?.standings
  if (!standings) return answer
  const then = answer.posts.flatMap((product) => {
    const standing = standings.get(product.id)
    if (!standing) return []
    const { rank, votes: votesCount } = standing
    return { rank, product: { ...product, votesCount, commentsCount: null } }
  })
  const posts = then.sort((one, other) => one.rank - other.rank).map(({ product }) => product)
  return { ...answer, posts, total: posts.length, nextCursor: null }
}

export function momentOf(replay: ReplayResponse, step: number): Moment {
  return { at: addressTime(replay, step), standings: standingsAt(replay, step) }
}

export function standingsAt({ launches }: ReplayResponse, step: number): Map<string, Standing> {
  return new Map(
    launches.flatMap(({ id, from, votes, ranks }) => {
      const [count, rank] = [votes[step - from], ranks[step - from]]
      return count === undefined || rank === undefined ? [] : [[id, { rank, votes: count }]]
    }),
  )
}

/** The step at a time of an address, or the last one before it; undefined for what is no such time. */
export function stepAt(replay: ReplayResponse, at = ''): number | undefined {
  const time = /^\d\d?:\d\d$/.test(at) ? `${replay.window.from}T${at.padStart(5, '0')}` : at
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time)) return undefined
  const step = replay.steps.findLastIndex((_, index) => localTime(replay, index) <= time)
  return step < 0 ? undefined : step
}

/** `14:00`; in a week `2026-11-20T14:00`. */
function addressTime(replay: ReplayResponse, step: number): string {
  const time = localTime(replay, step)
  return isDay(replay) ? time.slice(11) : time
}

/** `14:00`; in a week `Fri 14:00`. */
export function clockAt(replay: ReplayResponse, step: number): string {
  const [day = '', time = ''] = localTime(replay, step).split('T')
  const clock = time.replace(/^0/, '')
  return isDay(replay) ? clock : `${WEEKDAY.format(new Date(day))} ${clock}`
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

function isDay({ window: { from, to } }: ReplayResponse): boolean {
  return from === to
}

/** `2026-11-20T14:00`. The last day of a window ends at 24:00. */
function localTime({ steps, window: { to } }: ReplayResponse, step: number): string {
  const time = (steps[step] ?? '').slice(0, 16)
  return time.slice(0, 10) > to ? `${to}T24:00` : time
}
