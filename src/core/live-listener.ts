import { encodeEvent } from './sse.ts'
import { createStreamWriter } from './stream-writer.ts'

/** How far a live client may fall behind before it is dropped. */
const MAX_BEHIND_BYTES = 256 * 1024
/** How far it may fall behind while it is sent missed events. */
const CATCH_UP_BYTES = 64 * 1024

/** Why a stream was ended, sent as its last event. */
export type DropReason = 'too-slow' | 'stopping' | 'expired' | 'not-allowed' | 'unavailable'

interface ListenerOptions {
  signal: AbortSignal | undefined
  /** How long the stream may last; unlimited if absent. */
  maxStreamMs?: number | undefined
  /** Called once, when the stream has ended. */
  onClosed(): void
}

export type Listener = ReturnType<typeof createListener>

/**
 * A client of live events, with the bytes that wait to be sent. The bytes are shared by all
 * listeners: each only has a list of references.
 */
export function createListener({ signal, maxStreamMs, onClosed }: ListenerOptions) {
  let expiry: ReturnType<typeof setTimeout> | undefined
  const { body, isOpen, beat, ...writer } = createStreamWriter({
    signal,
    onEnd() {
      clearTimeout(expiry)
      onClosed()
    },
  })
  const listener = {
    body,
    isOpen,
    beat,
    /** The id of the last event it has been sent or does not need. */
    position: 0,
    /** Whether it is up to date and receives new events. */
    isLive: false,

    write(bytes: Uint8Array) {
      const isBehind = listener.isLive && writer.bytesWaiting() > MAX_BEHIND_BYTES
      if (isBehind) listener.drop('too-slow')
      else writer.write(bytes)
    },

    /** If much is waiting, resolves once the client has read it or has disconnected. */
    async drained() {
      if (writer.bytesWaiting() > CATCH_UP_BYTES) await writer.drained()
    },

    /** Sends the reason, without an id, and ends the stream. What was waiting can be resumed. */
    drop(reason: DropReason) {
      if (isOpen()) writer.close(encodeEvent('dropped', { type: 'dropped', reason }))
    },
  }
  if (maxStreamMs) expiry = setTimeout(() => listener.drop('expired'), maxStreamMs)
  return listener
}
