import { EventEmitter } from 'node:events'
import { NO_UPSTREAM } from '../../src/core/status.ts'
import type { SharedState } from '../../src/state/shared-state.ts'

/** State that the services of one test share, as several processes do, and how it fails. */
export function memoryState({ clock }: { clock(): number }) {
  const minutes = new Map<string, { taken: number; endsMs: number }>()
  const places = new Map<string, Set<string>>()
  const messages = new EventEmitter<Record<string, [string]>>()
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
    answers: () => ({ read: async () => ({}), write() {}, pause() {} }),
    publish: (channel, message) => void (isAway || messages.emit(channel, message)),
    subscribe: (channel, listener) => void messages.on(channel, listener),
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
      for (const all of [minutes, places]) all.clear()
    },
  }
}
