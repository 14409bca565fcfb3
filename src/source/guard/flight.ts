import { untilAborted } from '../../until-aborted.ts'

export type Depart<Value> = (signal: AbortSignal) => Promise<Value>

export interface Flights<Value> {
  /** Whether a flight for this key is under way: for those who need not wait for it. */
  has(key: string): boolean
  /**
   * What the flight for this key brings; it departs now unless it is under way. Who aborts leaves
   * at once and alone; the flight itself is aborted when the last one has left.
   */
  join(key: string, depart: Depart<Value>, signal?: AbortSignal): Promise<Value>
}

interface Flight<Value> {
  readonly departedAt: number
  readonly landing: Promise<Value>
  waiters: number
  abort(reason: unknown): void
}

/**
 * Longer than any flight lasts. On Workers one can stop without a sign, together with the request
 * that it departed in, and nobody may wait for it then.
 */
const LONGEST_MS = 15_000

/** One flight at a time for equal keys. */
export function createFlights<Value>({ clock }: { clock(): number }): Flights<Value> {
  const flights = new Map<string, Flight<Value>>()

  const current = (key: string) => {
    const flight = flights.get(key)
    return flight && clock() - flight.departedAt < LONGEST_MS ? flight : undefined
  }

  const take = (key: string, depart: Depart<Value>) => {
    const controller = new AbortController()
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    const flight: Flight<Value> = {
      departedAt: clock(),
      landing: depart(controller.signal),
      waiters: 0,
      abort(reason) {
        forget()
        controller.abort(reason)
      },
    }
    flights.set(key, flight)
    flight.landing.then(forget, forget)
    return flight
  }

  return {
    has: (key) => current(key) !== undefined,

    async join(key, depart, signal) {
      signal?.throwIfAborted()
      const flight = current(key) ?? take(key, depart)
      flight.waiters += 1
      try {
        return await untilAborted(flight.landing, signal)
      } finally {
        flight.waiters -= 1
        if (signal?.aborted && flight.waiters === 0) flight.abort(signal.reason)
      }
    },
  }
}
