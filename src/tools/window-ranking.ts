import * as z from 'zod'
import { Window } from '../ranking/window.ts'
import { type Caller, Provenance } from '../sources/source.ts'
import { topicOfAnswer } from './field.ts'
import type { ToolDeps } from './tool.ts'

export type WindowDeps = Pick<ToolDeps, 'ranking' | 'now'>

interface WindowRequest {
  window: Window
  limit: number
  topic: string | undefined
}

/** The fields that the answers of all rankings of a window share, besides their products. */
export const WindowAnswer = z.object({
  limit: z.number().int(),
  topic: topicOfAnswer,
  order: z.literal('RANKING'),
  window: Window,
  ...Provenance.shape,
})

/** The best products of a window, with the fields of `WindowAnswer`. */
export async function rankWindow(
  { window, limit, topic }: WindowRequest,
  { ranking }: Pick<WindowDeps, 'ranking'>,
  caller?: Caller,
) {
  const order = 'RANKING' as const
  const request = { order, window, limit, topic, signal: caller?.signal }
  const { products, ...provenance } = await ranking.top(request)
  return { products, answer: { limit, topic, order, window, ...provenance } }
}
