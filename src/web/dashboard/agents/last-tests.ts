import { signal } from '@preact/signals'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import type { Trial } from '../../api/answers.ts'
import { keep, kept } from '../../ui/kept.ts'

type TestOutcome = 'passed' | 'warning' | 'failed'

interface LastTest {
  outcome: TestOutcome
  atMs: number
}

const KEPT_AS = 'launchboard-agent-tests'

/** How the last test in this tab went, by the agent's uid: the service keeps none of them. */
export const lastTests = signal<Readonly<Record<string, LastTest>>>(restored())

export function keepTest(uid: string, outcome: TestOutcome): void {
  lastTests.value = { ...lastTests.value, [uid]: { outcome, atMs: Date.now() } }
  keep(sessionStorage, KEPT_AS, JSON.stringify(lastTests.value))
}

/** As bad as the worst of its checks. Being disabled keeps an agent from no test. */
export function outcomeOf({ checks, failure }: Trial): TestOutcome {
  const outcomes = checks.filter(({ check }) => check !== 'enabled').map(({ outcome }) => outcome)
  if (failure || outcomes.includes('failed')) return 'failed'
  return outcomes.includes('warning') ? 'warning' : 'passed'
}

function restored(): Record<string, LastTest> {
  const tests = tryParseJson(kept(sessionStorage, KEPT_AS) ?? '')
  if (!isRecord(tests)) return {}
  const known = Object.entries(tests).filter((entry): entry is [string, LastTest] =>
    isLastTest(entry[1]),
  )
  return Object.fromEntries(known)
}

function isLastTest(value: unknown): value is LastTest {
  return isRecord(value) && typeof value.outcome === 'string' && typeof value.atMs === 'number'
}
