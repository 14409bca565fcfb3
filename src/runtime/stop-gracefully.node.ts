import type { Server } from 'node:http'
import type { Log } from '../log.ts'

/** How long answers that are under way may still take. */
const GRACE_MS = 10_000

/**
 * On SIGTERM or SIGINT: no new connections, what runs may end, then `lastly`. A second signal ends
 * at once.
 */
export function stopGracefully(
  server: Server,
  log: Log,
  lastly: () => Promise<void> = async () => {},
): void {
  let stopping = false

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return process.exit(1)
    stopping = true
    log.info('stopping', { signal })
    server.close(() => lastly().finally(() => process.exit(0)))
    server.closeIdleConnections()
    setTimeout(() => process.exit(1), GRACE_MS).unref()
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
