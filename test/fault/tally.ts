/** What came of the requests. */
export interface Tally {
  tried: number
  right: number
  /** Answers of 500 and above, but for failures of an upstream that are reported as such. */
  serverErrors: number
  /** Requests without an end within their time. */
  hangs: number
  /** The longest that the service's event loop was blocked. */
  blockedMs: number
  /** What was not right, in words; each once, and not too many. */
  issues: string[]
}

const MAX_ISSUES = 20

export function createTally() {
  const tally: Tally = { tried: 0, right: 0, serverErrors: 0, hangs: 0, blockedMs: 0, issues: [] }

  return {
    tally,
    right() {
      tally.tried += 1
      tally.right += 1
    },
    wrong(issue: string, kind?: 'serverErrors' | 'hangs') {
      tally.tried += 1
      if (kind) tally[kind] += 1
      if (tally.issues.length < MAX_ISSUES && !tally.issues.includes(issue))
        tally.issues.push(issue)
    },
  }
}

export type TallyBuilder = ReturnType<typeof createTally>
