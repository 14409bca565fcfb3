import { createApp } from '../app.ts'
import { firstKey } from '../chat/access/keys.ts'
import { nodeAgentFetch } from '../chat/delivery/agent-fetch.node.ts'
import { failExpiredRunsAfterStart } from '../chat/run/expired-runs.ts'
import type { Config } from '../config/config.ts'
import type { Observe } from '../core/log.ts'
import type { EarlyServices } from '../services/early-services.ts'
import type { Runtime } from '../services/runtime.ts'
import { createServices } from '../services.ts'
import { createMetrics } from './metrics.node.ts'
import { pageFiles } from './page-files.node.ts'
import { isExiting } from './stop-gracefully.node.ts'
import { warmUp } from './warm-up.node.ts'

interface CompleteOptions {
  config: Config
  /** The services that answer already. */
  early: EarlyServices
  runtime: Runtime
  /** The folder of the page's files. */
  web: string
}

/** The complete service, which a start loads after the first responses. */
export async function completeService({ config, early, runtime, web }: CompleteOptions) {
  const tracing = await tracingFor(config, (reason) =>
    early.log.warn('traces-not-exported', { reason }),
  )
  const options = { ...runtime, tracer: tracing?.tracer, agentFetch: nodeAgentFetch }
  const services = createServices(config, options, early)
  const { platform } = services
  const metrics = createMetrics()
  const app = createApp(services, { mountRoutes: metrics.mount, page: pageFiles(web) })
  const observe: Observe = metrics.observe

  return {
    app,
    observe,
    /** Which source serves what. */
    sources: { ranking: services.ranking.name, search: services.search.name },

    /** Starts the chat platform once its database is open. Prints the first API key if it creates one. */
    async startPlatform() {
      if (!platform) return
      const key = await firstKey(platform)
      // Not in the log, which is stored and read by others.
      if (key) console.error(`The chat platform's API key, shown only once: ${key}`)
      failExpiredRunsAfterStart(platform, (error) => {
        if (!isExiting()) early.log.error('runs-not-settled', { error })
      })
    },

    warmUp: () => warmUp(services, config),

    /** Live connections close at once and resume elsewhere; answers may still finish. */
    async stop(graceMs: number) {
      platform?.live.stop()
      await platform?.backgroundTasks.stop(graceMs)
    },

    close: async () => tracing?.stop(),
  }
}

/** Loaded only if traces have a destination. */
async function tracingFor({ tracing }: Config, onFailure: (reason: string) => void) {
  if (!tracing) return undefined
  const { startTracing } = await import('./tracing.node.ts')
  return startTracing(tracing, onFailure)
}
