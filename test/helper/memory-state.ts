import { NO_UPSTREAM } from '../../src/core/status.ts'
import type { SharedAnswers } from '../../src/state/shared-answers.ts'
import type { Listener, SharedState } from '../../src/state/shared-state.ts'

/** State that the services of one test share, as several processes do, and how it fails. */
export function memoryState({ clock }: { clock(): number }) {
  const minutes = new Map<string, { taken: number; endsMs: number }>()
  const places = new Map<string, Set<string>>()
  const answers = new Map<string, string>()
  const pauses = new Map<string, number>()
  const listeners = new Map<string, Set<Listener>>()
  let isAway = false
  let trips = 0

  const placesOf = (key: string) => {
    const known = places.get(key) ?? new Set()
    places.set(key, known)
    return known
  }

  const count = (key: string, periodMs: number) => {
    const known = minutes.get(key)
    const minute =
      known && clock() < known.endsMs ? known : { taken: 0, endsMs: clock() + periodMs }
    minute.taken += 1
    minutes.set(key, minute)
    return { taken: minute.taken, leftMs: minute.endsMs - clock() }
  }

  const answersOf = (upstream: string): SharedAnswers => ({
    async read(key) {
      const [answer, pausedUntilMs] = [answers.get(`${upstream}:${key}`), pauses.get(upstream)]
      if (isAway) return {}
      return { ...(answer && { answer }), ...(pausedUntilMs && { pausedUntilMs }) }
    },
    write: (key, answer) => void (isAway || answers.set(`${upstream}:${key}`, answer)),
    pause: (untilMs) => void (isAway || pauses.set(upstream, untilMs)),
  })

  const state: SharedState = {
    async count(keys, periodMs) {
      if (isAway) return undefined
      trips += 1
      return keys.map((key) => count(key, periodMs))
    },
    async hold(key, ids, { max }) {
      if (isAway) return undefined
      const held = placesOf(key)
      for (const id of ids) {
        if (!held.has(id) && held.size >= max) return false
        held.add(id)
      }
      return true
    },
    release: (key, id) => void placesOf(key).delete(id),
    answers: answersOf,
    publish(channel, message) {
      if (!isAway) for (const listener of listeners.get(channel) ?? []) listener(message)
    },
    subscribe(channel, listener) {
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(listener))
      return () => void all.delete(listener)
    },
    status: () => ({ ...NO_UPSTREAM, serves: 'memory', failing: isAway }),
  }

  return {
    state,
    /** How often calls were counted. */
    trips: () => trips,
    leave() {
      isAway = true
    },
    returnEmpty() {
      isAway = false
      for (const all of [minutes, places, answers, pauses]) all.clear()
    },
  }
}
