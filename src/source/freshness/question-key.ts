import { topicKey } from '../../product/topic.ts'
import type { RankingRequest, SearchRequest } from '../source.ts'

interface LabelledWindow {
  postedAfter: string
  postedBefore: string
  label?: string
}

/** Days back from now: the label says all, and both ends move on with the clock. */
const ROLLING = /^last_\d+_days$/

/** From some day until now: its end moves on with the clock. */
const UNTIL_NOW = /^this_/

/**
 * The same for the same question. One about a window that moves with the clock stays the same from
 * minute to minute, so that an earlier answer is still one to it.
 */
export function rankingKey(request: Pick<RankingRequest, 'order' | 'window' | 'topic'>): string {
  const { order, window, topic } = request
  const key = `${order} ${window ? windowKey(window) : 'all time'}`
  return topic === undefined ? key : `${key} of ${topicKey(topic)}`
}

function windowKey({ postedAfter, postedBefore, label = '' }: LabelledWindow) {
  if (ROLLING.test(label)) return label
  if (UNTIL_NOW.test(label)) return `${label} ${postedAfter}`
  return `${postedAfter}/${postedBefore}`
}

/** Words in the one form in which they are asked. */
export function searchWording({ query }: Pick<SearchRequest, 'query'>): string {
  return query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
