import { secondsInMs } from '../../upstream/retry-after.ts'
import { PostsAnswer, type Problem } from './posts-answer.ts'

/** How long until the budget is full again: the headers say so, and so do most errors. */
export function rateLimitWait(headers: Headers, problems: readonly Problem[]): number | undefined {
  const waits = problems.map(({ details }) => secondsInMs(details.reset_in))
  return secondsInMs(headers.get('x-rate-limit-reset')) ?? waits.find((wait) => wait !== undefined)
}

export function problemsIn(body: string): readonly Problem[] {
  try {
    return PostsAnswer.safeParse(JSON.parse(body)).data?.errors ?? []
  } catch {
    return []
  }
}
