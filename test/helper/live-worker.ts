import { vi } from 'vitest'
import { unstable_startWorker } from 'wrangler'

export interface LiveWorker {
  url: URL
  /** All of the log so far, as records. */
  records(): Record<string, unknown>[]
  stop(): Promise<void>
}

/** The Worker as it is deployed, on loopback, with nothing kept from an earlier start. */
export async function startWorker(env: Record<string, string>): Promise<LiveWorker> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const bindings = Object.entries(env).map(([name, value]) => {
    return [name, { type: 'plain_text' as const, value }] as const
  })
  // Else the local platform would ask another machine where it is.
  vi.stubEnv('CLOUDFLARE_CF_FETCH_ENABLED', 'false')
  const worker = await unstable_startWorker({
    config: 'wrangler.toml',
    envFiles: [],
    sendMetrics: false,
    bindings: Object.fromEntries(bindings),
    // The page is built before the tests, once.
    build: { custom: { command: ':' } },
    dev: {
      ...{ persist: false, watch: false, inspector: false, logLevel: 'log' },
      server: { hostname: '127.0.0.1', port: 0 },
    },
  })
  return {
    url: await worker.url,
    records: () =>
      printed.mock.calls
        .map(([line]) => String(line).trim())
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    async stop() {
      await worker.dispose()
      printed.mockRestore()
      vi.unstubAllEnvs()
    },
  }
}
