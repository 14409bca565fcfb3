import { createStreamWriter, type StreamWriter } from '../../core/stream-writer.ts'
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
  /** If much is waiting, resolves once the client has read it or has disconnected. */
  drained(): Promise<void>
  /** Sends the reason, without an id, and ends the stream. What was waiting can be resumed. */
  drop(reason: DropReason): void
  /** Called regularly: sends a heartbeat if nothing else was sent, and ends a stalled stream. */
  beat: StreamWriter['beat']
}

interface ListenerOptions extends Pick<Listener, 'uid' | 'assertAllowed'> {
  signal: AbortSignal | undefined
  /** Called once, when the stream has ended. */
  onClosed(): void
}

export function createListener(options: ListenerOptions): Listener {
  const { uid, assertAllowed, signal, onClosed } = options
  const { body, isOpen, beat, ...writer } = createStreamWriter({ signal, onEnd: onClosed })
  const listener: Listener = {
    uid,
    body,
    position: 0,
    isLive: false,
    assertAllowed,
    isOpen,
    beat,

    write(bytes) {
      const isBehind = listener.isLive && writer.bytesWaiting() > MAX_BEHIND_BYTES
      if (isBehind) listener.drop('too-slow')
      else writer.write(bytes)
    },

    async drained() {
      if (writer.bytesWaiting() > CATCH_UP_BYTES) await writer.wanted()
    },

    drop(reason) {
      if (isOpen()) writer.close(encodeEvent('dropped', { type: 'dropped', reason }))
    },
  }
  return listener
}
