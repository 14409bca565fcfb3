import { AppError } from '../../error.ts'
import { untilAborted } from '../../until-aborted.ts'

interface RetryNeeds {
  clock(): number
  random(): number
  /** When all of it must be over, on that clock. */
  endsAt: number
  /** Whether a further call would be let through. */
  mayCall(): boolean
  signal: AbortSignal
}

const SHORTEST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 600

/** With less time than this a second call would hardly end. */
const WORTHWHILE_MS = 2_000

/** Makes a call, and once more where that may well help: later by chance, so not all at once. */
export async function withRetry<Value>(
  call: () => Promise<Value>,
  { clock, random, endsAt, mayCall, signal }: RetryNeeds,
): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    const pauseMs = SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS)
    const leftMs = endsAt - clock() - pauseMs
    const isHopeful = error instanceof AppError && error.retryable && leftMs >= WORTHWHILE_MS
    if (!isHopeful || !mayCall()) throw error
    await pass(pauseMs, signal)
    return call()
  }
}

async function pass(ms: number, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await untilAborted(passed, signal).finally(() => clearTimeout(timer))
}
