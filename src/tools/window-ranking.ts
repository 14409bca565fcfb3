import * as z from 'zod'
import type { LaunchBounds } from '../ranking/place.ts'
import { Window } from '../ranking/window.ts'
import { type Cancellable, Provenance } from '../sources/source.ts'
import { boundsOfAnswer, topicOfAnswer } from './field.ts'
import type { ToolDeps } from './tool.ts'

export type WindowDeps = Pick<ToolDeps, 'ranking' | 'now'>

interface WindowRequest extends LaunchBounds {
  window: Window
  limit: number
  topic: string | undefined
}

/** The fields that the answers of all rankings of a window share, besides their products. */
export const WindowAnswer = z.object({
  limit: z.number().int(),
  topic: topicOfAnswer,
  ...boundsOfAnswer,
  order: z.literal('RANKING'),
  window: Window,
  ...Provenance.shape,
})

/** The best products of a window, with the fields of `WindowAnswer`. */
export async function rankWindow(
  { window, limit, topic, minVotes, maxRank }: WindowRequest,
  { ranking }: Pick<WindowDeps, 'ranking'>,
  caller?: Cancellable,
) {
  const order = 'RANKING' as const
  const request = { window, topic, signal: caller?.signal }
  const asked = { limit, topic, minVotes, maxRank, order, window }
  if (minVotes === undefined) {
    const best = { ...request, order, limit: Math.min(limit, maxRank ?? limit) }
    const { products, ...provenance } = await ranking.top(best)
    return { products, answer: { ...asked, ...provenance } }
  }
  const page = await ranking.launches({ ...request, limit, minVotes, maxRank })
  const { products, version: _, total: _total, hasMore: _more, ...answer } = page
  return { products, answer: { ...asked, ...answer } }
}
