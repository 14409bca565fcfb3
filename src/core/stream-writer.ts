import { onAbort } from './abort.ts'

/**
 * The only writer of streams. What is written waits until the client reads, one chunk a read, so
 * that its writer can wait too, and a client that leaves or stalls is noticed.
 */
interface StreamWriter {
  readonly body: ReadableStream<Uint8Array>
  /** True until the stream is closed, or its client has left. */
  isOpen(): boolean
  bytesWaiting(): number
  write(chunk: Uint8Array | string): void
  /** Resolves when the client has read all that was written and takes more, or has left. */
  drained(): Promise<void>
  /** Ends the stream after what is waiting, or after this last chunk in its place. */
  close(last?: Uint8Array | string): void
  fail(error: unknown): void
  /** Called regularly: writes a heartbeat if nothing else was written, and ends a stalled stream. */
  beat(heartbeat: Uint8Array | string, stalledMs?: number): void
}

interface StreamWriterOptions {
  /** The request's signal. When the client disconnects, Node cancels the stream, and workerd aborts it. */
  signal?: AbortSignal | undefined
  /** Called once if the client leaves before the end, or its stream fails. */
  onLeave?(): void | Promise<void>
  /** Called once, when nothing more will be sent. */
  onEnd?(): void
}

const encoder = new TextEncoder()

export function createStreamWriter(options: StreamWriterOptions): StreamWriter {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const queue = createQueue()
  let isPulled = false
  let isClosing = false
  let isSilent = true
  const drain = createDrain()

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(started) {
      controller = started
    },
    pull() {
      isPulled = true
      queue.wasRead()
      flush()
    },
    cancel: leave,
  }
  // With no queue in the stream, it pulls only when the client reads.
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const { signal } = options
  const stopListening =
    signal && onAbort(signal, () => queueMicrotask(() => quit((open) => open.close())))

  function flush() {
    const chunk = isPulled ? queue.next() : undefined
    if (chunk) {
      isPulled = false
      controller?.enqueue(chunk)
    } else if (isPulled && isClosing) {
      end()?.close()
    }
    queue.waits()
    if (isPulled) drain.done()
  }

  function add(chunk: Uint8Array | string) {
    const added = typeof chunk === 'string' ? encoder.encode(chunk) : chunk
    if (!controller || added.byteLength === 0) return
    isSilent = false
    queue.add(added)
    flush()
  }

  function end() {
    const open = controller
    if (!open) return undefined
    controller = undefined
    queue.clear()
    stopListening?.()
    drain.done()
    options.onEnd?.()
    return open
  }

  async function leave() {
    if (end()) await options.onLeave?.()
  }

  /** Ends the stream for a reader in the same process too. */
  function quit(work: (open: ReadableStreamDefaultController<Uint8Array>) => void) {
    const open = end()
    if (!open) return
    work(open)
    void options.onLeave?.()
  }

  const fail = (error: unknown) => quit((open) => open.error(error))

  const writer: StreamWriter = {
    body,
    isOpen: () => controller !== undefined && !isClosing,
    bytesWaiting: queue.bytes,

    write(chunk) {
      if (!isClosing) add(chunk)
    },

    drained: () => (!controller || isPulled ? Promise.resolve() : drain.wait()),

    close(last) {
      isClosing = true
      if (last === undefined) return flush()
      queue.clear()
      add(last)
    },

    fail,

    beat(heartbeat, stalledMs = Number.POSITIVE_INFINITY) {
      if (queue.isStalled(stalledMs)) {
        return fail(new Error(`the client read nothing for ${stalledMs} ms`))
      }
      if (isSilent && queue.isEmpty()) writer.write(heartbeat)
      isSilent = true
    },
  }
  return writer
}

/** Writers that wait until all of their text has been read. */
function createDrain() {
  let waiting: (() => void)[] = []
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    done() {
      const done = waiting
      waiting = []
      for (const resolve of done) resolve()
    },
  }
}

/** What waits until the client reads, and since when it has not. */
function createQueue() {
  let chunks: Uint8Array[] = []
  let bytes = 0
  let sinceMs: number | undefined
  return {
    bytes: () => bytes,
    isEmpty: () => chunks.length === 0,
    isStalled: (forMs: number) => sinceMs !== undefined && performance.now() - sinceMs > forMs,

    add(chunk: Uint8Array) {
      chunks.push(chunk)
      bytes += chunk.byteLength
    },

    next() {
      const chunk = chunks.shift()
      bytes -= chunk?.byteLength ?? 0
      return chunk
    },

    clear() {
      chunks = []
      bytes = 0
    },

    wasRead() {
      sinceMs = undefined
    },

    waits() {
      if (chunks.length > 0) sinceMs ??= performance.now()
    },
  }
}
