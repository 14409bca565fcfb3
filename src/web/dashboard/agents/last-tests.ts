import { signal } from '@preact/signals'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'

const STORAGE_KEY = 'launchboard-agent-tests'

/** The outcome of each agent's last test in this tab, by uid. The service does not store tests. */
export const lastTests = signal<Readonly<Record<string, unknown>>>(restored())

export function recordTest(uid: string, outcome: string): void {
  lastTests.value = { ...lastTests.value, [uid]: outcome }
  writeStorage('session', STORAGE_KEY, JSON.stringify(lastTests.value))
}

/** The test of an agent before it was registered is its own. */
export function keepTest(uid: string): void {
  const outcome = lastTests.value['']
  if (typeof outcome !== 'string') return
  recordTest(uid, outcome)
  forgetTest()
}

/** What was tested is not what will be registered. */
export function forgetTest(): void {
  const { '': _unregistered, ...others } = lastTests.value
  lastTests.value = others
}

function restored(): Record<string, unknown> {
  const tests = tryParseJson(readStorage('session', STORAGE_KEY) ?? '')
  return isRecord(tests) ? tests : {}
}
