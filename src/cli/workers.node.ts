import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { EXIT } from './exit.node.ts'

const MIN_DELAY_MS = 250
const MAX_DELAY_MS = 30_000
/** After this long a worker has started successfully. */
const STABLE_MS = 60_000

interface WorkersOptions {
  count: number
  warn(message: string): void
}

/**
 * Runs this command in several processes that share its port. The first one opens the database, so that
 * it is migrated once. A worker that dies is replaced, after growing delays. Signals stop all of them.
 */
export async function runWorkers({ count, warn }: WorkersOptions): Promise<void> {
  let isStopping = false

  function fork() {
    const worker = cluster.fork()
    // A worker that is starting does not listen yet.
    return worker.on('message', () => isStopping && worker.send('stop'))
  }

  /** Starts another worker when this one has ended. */
  function replace(worker: Worker, delayMs = MIN_DELAY_MS) {
    const startedMs = performance.now()
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      const isStable = performance.now() - startedMs >= STABLE_MS
      const waitMs = isStable ? MIN_DELAY_MS : delayMs
      warn(`A worker ended (${signal ?? code}). Another one starts in ${waitMs} ms.`)
      const next = () => replace(fork(), Math.min(waitMs * 2, MAX_DELAY_MS))
      setTimeout(() => isStopping || next(), waitMs)
    })
  }

  function stop() {
    for (const worker of Object.values(cluster.workers ?? {})) {
      // From a terminal they have had the signal too, and a second one would end them at once.
      if (isStopping) worker?.process.kill('SIGKILL')
      else worker?.send('stop')
    }
    isStopping = true
  }

  process.on('SIGTERM', stop).on('SIGINT', stop)
  const first = fork()
  const [message] = await Promise.race([once(first, 'message'), once(first, 'exit')])
  if (message !== 'ready') {
    const code = typeof message === 'number' ? message : EXIT.failed
    process.exitCode = isStopping ? EXIT.done : code
    return
  }
  replace(first)
  for (let index = 1; index < count && !isStopping; index += 1) replace(fork())
}
