import { computed, signal } from '@preact/signals'
import { standingsAt, stepTime } from '../../core/replay-steps.ts'
import type { LaunchesResponse, ReplayResponse } from '../api/response-types.ts'

/** A step of a replay. */
interface Moment {
  /** As the address names it: `14:00`, or `2026-11-20T14:00` in a week. */
  at: string
  standings: ReturnType<typeof standingsAt>
}

/** What stands in for the present on the board. */
export const moment = signal<Moment>()
/** Whether a moment stands in, whichever it is. */
export const isReplayed = computed(() => moment.value !== undefined)
/** The replay that plays, with motion. */
export const racing = signal<ReplayResponse>()

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

/** `14:00`; in a week `2026-11-20T14:00`. */
function addressTime(replay: ReplayResponse, step: number): string {
  const time = stepTime(replay, step)
  return isDay(replay) ? time.slice(11) : time
}

/** `14:00`; in a week `Fri 14:00`. */
export function clockAt(replay: ReplayResponse, step: number): string {
  const [day = '', time = ''] = stepTime(replay, step).split('T')
  const clock = time.replace(/^0/, '')
  return isDay(replay) ? clock : `${WEEKDAY.format(new Date(day))} ${clock}`
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

function isDay({ window: { from, to } }: ReplayResponse): boolean {
  return from === to
}
