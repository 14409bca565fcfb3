import { setTimeout } from 'node:timers/promises'
import { context, type Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { errorCode } from '../core/error.ts'
import type { Log } from '../core/log.ts'

const STOP_TIMEOUT_MS = 2_000

interface Tracing {
  tracer: Tracer
  /** Exports the remaining spans. Never throws, and gives up on a collector that does not respond. */
  stop(): Promise<void>
}

/** Exports traces in batches by OTLP over HTTP. The libraries read `OTEL_*` themselves. */
export function startTracing(log: Log): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new BasicTracerProvider({
    spanProcessors: [new BatchSpanProcessor(loggedExporter(log))],
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'launchboard' }))
      .merge(detectResources({ detectors: [envDetector] })),
  })

  return {
    tracer: provider.getTracer('launchboard'),
    async stop() {
      const sent = provider.shutdown().catch(() => {}) // the failure has been logged
      await Promise.race([sent, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** Logs the failure of an export once per outage, without its message, which could quote a key. */
function loggedExporter(log: Log) {
  const exporter = new OTLPTraceExporter()
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const { error } = result
      if (error && !isFailing) {
        log.warn('traces-not-exported', { reason: errorCode(error) ?? error.name })
      }
      isFailing = error !== undefined
      done(result)
    })
  return exporter
}
