import type { RunEvent } from '../agent/run-event.ts'
import { idleTimer } from '../core/idle-timer.ts'

/** More events in one chunk save nothing and cost memory. */
const MAX_EVENTS = 256

/** Proxies and browsers close an idle connection after half a minute or more. */
const MAX_IDLE_MS = 15_000

interface BatchOptions {
  events: AsyncIterator<RunEvent>
  encode(event: RunEvent): string
  /** Sent after `idleMs` without anything else. */
  keepAlive?: string | undefined
  idleMs?: number
}

interface Batch {
  /** Only empty at the end, even if the protocol has no text for some events. */
  text: string
  /** True for the last one. */
  done: boolean
}

interface Reader {
  resolve(batch: Batch): void
  reject(error: unknown): void
}

/**
 * Batches the text of events: waits for one event and adds all others that are ready in the same turn
 * of the event loop. Nothing waits longer than that, and at most one event is requested ahead.
 */
export function batchPerTick({ events, encode, keepAlive, idleMs = MAX_IDLE_MS }: BatchOptions) {
  const ready = { text: '', events: 0, done: false }
  let reader: Reader | undefined
  let isAsking = false
  let isTurnEnding = false
  let failure: { error: unknown } | undefined
  const idle = idleTimer(idleMs, () => {
    if (ready.text === '') answer({ text: keepAlive ?? '', done: false })
  })

  async function ask() {
    isAsking = true
    try {
      while (reader && !ready.done) add(await events.next())
    } catch (error) {
      failure = { error }
      reader?.reject(error)
    }
    isAsking = false
  }

  function add({ done = false, value }: IteratorResult<RunEvent>) {
    ready.done = done
    if (!done) ready.text += encode(value)
    ready.events += 1
    if (done || ready.events === MAX_EVENTS) send()
    else endTurn()
  }

  function endTurn() {
    if (ready.text === '' || isTurnEnding) return
    isTurnEnding = true
    nextTurn(() => {
      isTurnEnding = false
      if (ready.text !== '') send()
    })
  }

  function send() {
    const { text, done } = ready
    if (done) idle.stop()
    if (!reader) return
    ready.text = ''
    ready.events = 0
    answer({ text, done })
  }

  function answer(batch: Batch) {
    reader?.resolve(batch)
    reader = undefined
  }

  return {
    next: () =>
      new Promise<Batch>((resolve, reject) => {
        if (failure) return reject(failure.error)
        reader = { resolve, reject }
        if (keepAlive !== undefined) idle.touch()
        if (ready.done) send()
        else endTurn()
        if (!isAsking) void ask()
      }),

    /** Call it when the reader disconnects. */
    stop: idle.stop,
  }
}

// setImmediate, if available, does not wait for a millisecond as a timer does.
function nextTurn(then: () => void) {
  const schedule = globalThis.setImmediate ?? globalThis.setTimeout
  schedule(then)
}
