import limitationData from '../../../data/language/limitations.json' with { type: 'json' }
import { COUNT } from '../../ranking/limits.ts'
import type { Request } from '../dialogue/request.ts'

export const AT_MOST = `I can list at most ${COUNT.max}.`

const LEADERS_ONLY = 'This is who leads by votes, not what gains them fastest.'

/** Limits of a ranking and of a search, by the words that ask for more. */
const LIMITATIONS = {
  ranking: limitationData.ranking.map(compiled),
  search: limitationData.search.map(compiled),
}

function compiled({ asked, answer }: { asked: string; answer: string }) {
  return { asked: new RegExp(asked, 'i'), answer }
}

/** The remarks on a search that serves a request only in part. */
export function remarksOnSearch(
  request: Request | undefined,
  message: string,
  hits: number,
): string[] {
  const remarks = limitationsIn(message, LIMITATIONS.search)
  if (request?.kind !== 'search' || !request.isTooLong) return remarks
  return [...remarks, hits < COUNT.max ? 'I found no others.' : AT_MOST]
}

/** The remarks on a ranking that serves a request only in part. */
export function remarksOn(request: Request | undefined, message: string): string[] {
  const limitations = limitationsIn(message, LIMITATIONS.ranking)
  if (request?.kind !== 'ranking') return limitations
  const { isTooLong, isRising, count = 0 } = request
  return [
    ...limitations,
    ...(isRising ? [LEADERS_ONLY] : []),
    ...(isTooLong && count <= COUNT.max ? [AT_MOST] : []),
  ]
}

function limitationsIn(message: string, limitations: ReturnType<typeof compiled>[]): string[] {
  return limitations.flatMap(({ asked, answer }) => (asked.test(message) ? answer : []))
}
