import type { RunEvent } from '../agent/run-event.ts'

/** More in one piece saves nothing and costs memory. */
const MAX_EVENTS = 256

/** Proxies and browsers give up on a silent connection after half a minute or more. */
const MAX_SILENCE_MS = 15_000

interface TextOptions {
  events: AsyncIterator<RunEvent>
  encode(event: RunEvent): string
  /** What is sent whenever nothing else was for `silenceMs`; without it, nothing. */
  keepAlive?: string | undefined
  silenceMs?: number
}

interface Piece {
  /** Never empty but at the end, whatever events the wire has no word for. */
  text: string
  /** True when there is nothing more to come. */
  done: boolean
}

interface Reader {
  resolve(piece: Piece): void
  reject(error: unknown): void
}

/**
 * Waits for one event, then takes along whatever else is ready within the same turn of the event
 * loop. Nothing that is ready waits longer, and nothing is asked for ahead of a call but the event
 * that the turn ended before.
 */
export function textByTurn({ events, encode, keepAlive, silenceMs = MAX_SILENCE_MS }: TextOptions) {
  const ready = { text: '', events: 0, done: false }
  let reader: Reader | undefined
  let isAsking = false
  let isTurnEnding = false
  let failure: { error: unknown } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince = 0

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
    if (done) clearTimeout(timer)
    if (!reader) return
    ready.text = ''
    ready.events = 0
    answer({ text, done })
  }

  function answer(piece: Piece) {
    reader?.resolve(piece)
    reader = undefined
  }

  // Looks again when the silence would be too long: a timer a piece costs more than the piece.
  function look() {
    timer = undefined
    const leftMs = waitingSince + silenceMs - performance.now()
    if (!reader) return
    if (leftMs > 0) timer = setTimeout(look, leftMs)
    else if (ready.text === '') answer({ text: keepAlive ?? '', done: false })
  }

  return {
    next: () =>
      new Promise<Piece>((resolve, reject) => {
        if (failure) return reject(failure.error)
        reader = { resolve, reject }
        waitingSince = performance.now()
        if (keepAlive !== undefined) timer ??= setTimeout(look, silenceMs)
        if (ready.done) send()
        else endTurn()
        if (!isAsking) void ask()
      }),

    /** The reader has left. */
    stop: () => clearTimeout(timer),
  }
}

// setImmediate, where there is one, comes without the millisecond that a timer waits.
function nextTurn(then: () => void) {
  const schedule = globalThis.setImmediate ?? globalThis.setTimeout
  schedule(then)
}
