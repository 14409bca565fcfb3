import { signal } from '@preact/signals'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import type { Trial } from '../../api/response-types.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'

type TestOutcome = 'passed' | 'warning' | 'failed'

interface LastTest {
  outcome: TestOutcome
  atMs: number
}

const STORAGE_KEY = 'launchboard-agent-tests'

/** The last test of each agent in this tab, by uid. The service does not store tests. */
export const lastTests = signal<Readonly<Record<string, LastTest>>>(restored())

export function recordTest(uid: string, outcome: TestOutcome): void {
  lastTests.value = { ...lastTests.value, [uid]: { outcome, atMs: Date.now() } }
  writeStorage(sessionStorage, STORAGE_KEY, JSON.stringify(lastTests.value))
}

/** The worst outcome of the checks. `enabled` is ignored: a disabled agent can be tested too. */
export function outcomeOf({ checks, failure }: Trial): TestOutcome {
  const outcomes = checks.filter(({ check }) => check !== 'enabled').map(({ outcome }) => outcome)
  if (failure || outcomes.includes('failed')) return 'failed'
  return outcomes.includes('warning') ? 'warning' : 'passed'
}

function restored(): Record<string, LastTest> {
  const tests = tryParseJson(readStorage(sessionStorage, STORAGE_KEY) ?? '')
  if (!isRecord(tests)) return {}
  const known = Object.entries(tests).filter((entry): entry is [string, LastTest] =>
    isLastTest(entry[1]),
  )
  return Object.fromEntries(known)
}

function isLastTest(value: unknown): value is LastTest {
  return isRecord(value) && typeof value.outcome === 'string' && typeof value.atMs === 'number'
}
