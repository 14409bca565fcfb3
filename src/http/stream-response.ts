import { idleTimer } from '../core/idle-timer.ts'
import { createStreamWriter } from '../core/stream-writer.ts'

/** More in one chunk saves nothing and costs memory. */
const MAX_EVENTS = 256
const MAX_CHARACTERS = 64 * 1024

/**
 * Proxies close an idle connection after 30 s or more. Some notice that the reader has left only with
 * the second or third write, while the model is being asked and paid for.
 */
const KEEP_ALIVE_MS = 5_000

interface RunStream<Event> {
  events: AsyncIterator<Event>
  encode(event: Event): string
  headers: Readonly<Record<string, string>>
  /** The signal of the request. */
  signal: AbortSignal
  /** Called when the reader leaves before the end. */
  onCancel(): void
  /** Called when nothing more will be written: the stream has ended, or its reader has left. */
  onClosed?: (() => void) | undefined
  /** Text that clients ignore, sent after each 5 seconds of silence. */
  keepAlive?: string | undefined
  keepAliveMs?: number
}

/**
 * A run as a response. A slow reader slows the run down, and one that disconnects ends it. Events
 * that are ready in the same turn of the event loop are sent as one chunk.
 *
 * A run that is over within its first turn is sent whole, because a stream costs as much as a run.
 */
export async function streamResponse<Event>(stream: RunStream<Event>): Promise<Response> {
  const { headers, onClosed } = stream
  const nextBatch = batchPerTick(stream)
  const first = nextBatch()
  const whole = await Promise.race([first, endOfTurn()]).catch((error) => {
    onClosed?.()
    throw error
  })
  if (!whole?.done) return new Response(bodyOf(stream, first, nextBatch), { headers })
  onClosed?.()
  return new Response(whole.text, { headers })
}

function bodyOf<Event>(
  { events, signal, keepAlive, keepAliveMs = KEEP_ALIVE_MS, onCancel, onClosed }: RunStream<Event>,
  first: Promise<Batch>,
  nextBatch: () => Promise<Batch>,
) {
  const silence = idleTimer(keepAliveMs, () => {
    if (!keepAlive || !writer.isOpen()) return
    if (writer.bytesWaiting() === 0) writer.write(keepAlive)
    silence.touch()
  })
  const writer = createStreamWriter({
    signal,
    async onLeave() {
      onCancel()
      await events.return?.()
    },
    onEnd() {
      silence.stop()
      onClosed?.()
    },
  })

  silence.touch()

  // A batch is not kept while its reader takes its time.
  const write = ({ text, done }: Batch) => {
    writer.write(text)
    if (writer.isOpen()) silence.touch()
    return done || !writer.isOpen()
  }

  async function writeAll() {
    for (let isLast = await first.then(write); !isLast; isLast = await nextBatch().then(write)) {
      await writer.drained()
    }
    writer.close()
  }

  writeAll().catch(writer.fail)
  return writer.body
}

interface Batch {
  /** Only empty at the end, or if the protocol has no text for many events. */
  text: string
  /** True for the last one. */
  done: boolean
}

/**
 * Waits for an event with text and adds all others that are ready in the same turn. Nothing waits
 * longer than that, and at most one event is requested ahead.
 */
function batchPerTick<Event>({ events, encode }: Pick<RunStream<Event>, 'events' | 'encode'>) {
  let asked: Promise<IteratorResult<Event>> | undefined

  return async function nextBatch(): Promise<Batch> {
    let text = ''
    let turn: Promise<undefined> | undefined
    for (let count = 0; count < MAX_EVENTS && text.length < MAX_CHARACTERS; count += 1) {
      asked ??= events.next()
      const result = await (turn === undefined ? asked : Promise.race([asked, turn]))
      if (!result) break
      asked = undefined
      if (result.done) return { text, done: true }
      text += encode(result.value)
      if (text !== '') turn ??= endOfTurn()
    }
    return { text, done: false }
  }
}

// setImmediate, if available, does not wait for a millisecond as a timer does.
function endOfTurn() {
  const schedule = globalThis.setImmediate ?? globalThis.setTimeout
  return new Promise<undefined>((resolve) => schedule(() => resolve(undefined)))
}
