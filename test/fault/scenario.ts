/** How much of everything is tried. */
export interface Extent {
  seed: number
  /** Generated requests, and how long they may go on. */
  requests: number
  minutes: number
  /** SIGKILLs while imports are on their way. */
  kills: number
  /** How long the database is locked, and readers stall. */
  seconds: number
}

/** What came of it. */
export interface Tally {
  tried: number
  right: number
  /** Answers of 500 and above, but for failures of an upstream that are reported as such. */
  serverErrors: number
  /** Requests without an end within their time. */
  hangs: number
  /** Records whose write was acknowledged and that are not in the database. */
  lost: number
  /** The longest that the service's event loop was blocked. */
  blockedMs: number
  /** What was not right, in words; each once, and not too many. */
  issues: string[]
}

export interface Scenario {
  name: string
  run(extent: Extent): Promise<Tally>
}

const MAX_ISSUES = 20

export function createTally() {
  const tally: Tally = {
    tried: 0,
    right: 0,
    serverErrors: 0,
    hangs: 0,
    lost: 0,
    blockedMs: 0,
    issues: [],
  }
  const note = (issue: string) => {
    if (tally.issues.length < MAX_ISSUES && !tally.issues.includes(issue)) tally.issues.push(issue)
  }

  return {
    tally,
    right() {
      tally.tried += 1
      tally.right += 1
    },
    wrong(issue: string, kind?: 'serverErrors' | 'hangs') {
      tally.tried += 1
      if (kind) tally[kind] += 1
      note(issue)
    },
    lost(record: string) {
      tally.lost += 1
      note(`lost: ${record}`)
    },
    blocked(ms: number) {
      tally.blockedMs = Math.max(tally.blockedMs, ms)
    },
  }
}

export type TallyBuilder = ReturnType<typeof createTally>

export function isGood(tally: Tally, maxBlockedMs: number): boolean {
  return (
    tally.right === tally.tried &&
    tally.tried > 0 &&
    tally.serverErrors + tally.hangs + tally.lost === 0 &&
    tally.blockedMs <= maxBlockedMs
  )
}

const COLUMNS = ['fault', 'tried', 'right', '5xx', 'hangs', 'lost', 'loop blocked'] as const

/** The tallies as a table in Markdown. */
export function tableOf(rows: readonly { name: string; tally: Tally }[]): string {
  const cells = rows.map(({ name, tally }) => [
    name,
    tally.tried.toLocaleString('en'),
    tally.right.toLocaleString('en'),
    String(tally.serverErrors),
    String(tally.hangs),
    String(tally.lost),
    `${tally.blockedMs} ms`,
  ])
  const widths = COLUMNS.map((title, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(COLUMNS), rule, ...cells.map(line)].join('\n')
}
