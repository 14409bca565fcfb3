import type { Server } from 'node:http'
import type { Services } from '../services.ts'

/** How long answers that are under way may still take. */
const GRACE_MS = 10_000
/** How long agents may still take; then there is time to store what they said. */
const AGENTS_GRACE_MS = 5_000

/**
 * On SIGTERM or SIGINT: no new connections, what runs may end, then `lastly`. A second signal ends
 * at once.
 */
export function stopGracefully(
  server: Server,
  { log, platform }: Services,
  lastly: () => Promise<void> = async () => {},
): void {
  let stopping = false

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return process.exit(1)
    stopping = true
    log.info('stopping', { signal })
    const closed = new Promise((resolve) => server.close(resolve))
    const settled = platform?.underWay.stop(AGENTS_GRACE_MS)
    const exit = () => process.exit(0)
    Promise.all([closed, settled]).then(lastly).then(exit, exit)
    server.closeIdleConnections()
    setTimeout(() => process.exit(1), GRACE_MS).unref()
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
