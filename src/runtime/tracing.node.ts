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
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../config/tracing.ts'
import { redactingExporter } from './redacting-exporter.node.ts'

export interface Tracing {
  tracer: Tracer
  /** Exports the remaining spans. Never throws, and gives up on a collector that does not respond. */
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 2_000
const MAX_TEXT_CHARACTERS = 256

/** Exports traces in batches by OTLP over HTTP. `onFailure` is called once per outage. */
export function startTracing(
  { sampler, ratio, batch }: TracingConfig,
  onFailure: (reason: string) => void,
): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = redactingExporter(new OTLPTraceExporter(), onFailure)
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batch })],
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_CHARACTERS },
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'launchboard' }))
      .merge(detectResources({ detectors: [envDetector] })),
  })

  return {
    tracer: provider.getTracer('launchboard'),
    async stop() {
      const sent = provider.shutdown().catch(() => {}) // `onFailure` has been called
      await Promise.race([sent, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

function samplerOf(name: TracingConfig['sampler'], ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
  }
}
