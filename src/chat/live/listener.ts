import { encodeEvent } from './describe-events.ts'

/** How far a reader may be behind before it is dropped. */
const MAX_BEHIND_BYTES = 256 * 1024
/** How far it may be behind while it is given what it missed. */
const CATCH_UP_BYTES = 64 * 1024

/** Why a stream ended, as its last event says. */
export type DropReason = 'too-slow' | 'stopping' | 'expired' | 'not-allowed' | 'unavailable'

/**
 * One reader of live events, and the bytes that wait for it. They are those of all readers: what a
 * listener has of its own is a list of references.
 */
export interface Listener {
  readonly uid: string
  readonly body: ReadableStream<Uint8Array>
  /** The last event that it needs no more. */
  position: number
  /** Whether it has caught up with everybody else. */
  isLive: boolean
  isOpen(): boolean
  /** Throws a `PlatformError` once the reader may listen no more. */
  assertAllowed(): Promise<unknown>
  write(bytes: Uint8Array): void
  /** Resolves once little waits for the reader, or it is gone. */
  drained(): Promise<void>
  /** Says why, in an event without an id, and ends the stream. What waits can be resumed. */
  drop(reason: DropReason): void
  /** To be called at a pace: writes a heartbeat into silence, and cuts a reader that takes nothing. */
  beat(heartbeat: Uint8Array, stalledMs: number): void
  /** Ends the stream without a word: its reader has left. */
  leave(): void
}

interface ListenerOptions extends Pick<Listener, 'uid' | 'assertAllowed'> {
  /** Called once, when there is nobody to write to any more. */
  onClosed(): void
}

export function createListener({ uid, assertAllowed, onClosed }: ListenerOptions): Listener {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: Uint8Array[] = []
  let bytesWaiting = 0
  let isAwaited = false
  let isEnding = false
  let isSilent = true
  /** Since when something waits and nobody comes for it. */
  let waitingSinceMs: number | undefined
  let onDrained = () => {}

  // Without a queue of its own the stream asks for more only when its reader does.
  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      pull() {
        isAwaited = true
        waitingSinceMs = undefined
        pass()
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )

  function pass() {
    const next = isAwaited ? waiting.shift() : undefined
    if (next) {
      isAwaited = false
      bytesWaiting -= next.byteLength
      controller?.enqueue(next)
    } else if (isAwaited && isEnding) {
      const open = controller
      leave()
      open?.close()
    }
    if (waiting.length > 0) waitingSinceMs ??= performance.now()
    if (bytesWaiting <= CATCH_UP_BYTES) onDrained()
  }

  function add(bytes: Uint8Array) {
    isSilent = false
    waiting.push(bytes)
    bytesWaiting += bytes.byteLength
    pass()
  }

  function leave() {
    if (!controller) return
    controller = undefined
    waiting = []
    bytesWaiting = 0
    onDrained()
    onClosed()
  }

  const listener: Listener = {
    uid,
    body,
    position: 0,
    isLive: false,
    assertAllowed,
    isOpen: () => controller !== undefined && !isEnding,

    write(bytes) {
      if (!listener.isOpen()) return
      if (listener.isLive && bytesWaiting > MAX_BEHIND_BYTES) return listener.drop('too-slow')
      add(bytes)
    },

    async drained() {
      if (!controller || bytesWaiting <= CATCH_UP_BYTES) return
      await new Promise<void>((resolve) => {
        onDrained = () => {
          onDrained = () => {}
          resolve()
        }
      })
    },

    drop(reason) {
      if (!listener.isOpen()) return
      isEnding = true
      waiting = []
      bytesWaiting = 0
      add(encodeEvent('dropped', { type: 'dropped', reason }))
    },

    beat(heartbeat, stalledMs) {
      if (waitingSinceMs !== undefined && performance.now() - waitingSinceMs > stalledMs) {
        const open = controller
        leave()
        open?.error(new Error(`the reader took nothing for ${stalledMs} ms`))
        return
      }
      if (isSilent) listener.write(heartbeat)
      isSilent = true
    },

    leave,
  }
  return listener
}
