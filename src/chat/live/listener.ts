import { encodeEvent } from './describe-events.ts'

/** How far a live client may fall behind before it is dropped. */
const MAX_BEHIND_BYTES = 256 * 1024
/** How far it may fall behind while it is sent missed events. */
const CATCH_UP_BYTES = 64 * 1024

/** Why a stream was ended, sent as its last event. */
export type DropReason = 'too-slow' | 'stopping' | 'expired' | 'not-allowed' | 'unavailable'

/**
 * A client of live events, with the bytes that wait to be sent. The bytes are shared by all
 * listeners: each only has a list of references.
 */
export interface Listener {
  readonly uid: string
  readonly body: ReadableStream<Uint8Array>
  /** The id of the last event it has been sent or does not need. */
  position: number
  /** Whether it is up to date and receives new events. */
  isLive: boolean
  isOpen(): boolean
  /** Throws a `PlatformError` once the user is no longer allowed to listen. */
  assertAllowed(): Promise<unknown>
  write(bytes: Uint8Array): void
  /** Resolves once little is waiting, or the client has disconnected. */
  drained(): Promise<void>
  /** Sends the reason, without an id, and ends the stream. What was waiting can be resumed. */
  drop(reason: DropReason): void
  /** Called regularly: sends a heartbeat if nothing else was sent, and ends a stalled stream. */
  sendHeartbeat(heartbeat: Uint8Array, stalledMs: number): void
  /** Ends the stream of a client that has disconnected. */
  leave(): void
}

interface ListenerOptions extends Pick<Listener, 'uid' | 'assertAllowed'> {
  /** Called once, when the stream has ended. */
  onClosed(): void
}

export function createListener({ uid, assertAllowed, onClosed }: ListenerOptions): Listener {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: Uint8Array[] = []
  let bytesWaiting = 0
  let isPulled = false
  let isEnding = false
  let isSilent = true
  /** Since when data is waiting and the client has not read. */
  let waitingSinceMs: number | undefined
  let onDrained = () => {}

  // With no queue in the stream, it pulls only when the client reads.
  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      pull() {
        isPulled = true
        waitingSinceMs = undefined
        flush()
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )

  function flush() {
    const next = isPulled ? waiting.shift() : undefined
    if (next) {
      isPulled = false
      bytesWaiting -= next.byteLength
      controller?.enqueue(next)
    } else if (isPulled && isEnding) {
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
    flush()
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

    sendHeartbeat(heartbeat, stalledMs) {
      if (waitingSinceMs !== undefined && performance.now() - waitingSinceMs > stalledMs) {
        const open = controller
        leave()
        open?.error(new Error(`the client read nothing for ${stalledMs} ms`))
        return
      }
      if (isSilent) listener.write(heartbeat)
      isSilent = true
    },

    leave,
  }
  return listener
}
