import * as z from 'zod'
import { CollectorUrl, Decimal, Flag } from './variable.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const PositiveInteger = Decimal.pipe(z.int().min(1))

/**
 * The variables of OpenTelemetry that are read here; its exporter and its resource read others.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const TracingVariables = z.object({
  OTEL_SDK_DISABLED: Flag.default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: CollectorUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: CollectorUrl.optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: Decimal.pipe(z.number().min(0).max(1)).default(1),
  OTEL_BSP_SCHEDULE_DELAY: PositiveInteger.default(5_000),
  OTEL_BSP_EXPORT_TIMEOUT: PositiveInteger.default(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: PositiveInteger.default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: PositiveInteger.default(512),
})

export type TracingConfig = NonNullable<ReturnType<typeof tracingOf>>

/** Undefined unless traces have a destination. */
export function tracingOf(variables: z.infer<typeof TracingVariables>) {
  const { OTEL_SDK_DISABLED: isDisabled, OTEL_TRACES_EXPORTER: exporter } = variables
  const endpoint =
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT
  if (isDisabled || exporter === 'none' || !endpoint) return undefined

  return {
    sampler: variables.OTEL_TRACES_SAMPLER,
    /** The part of the traces, from 0 to 1, if the sampler takes a ratio. */
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    batch: {
      scheduledDelayMillis: variables.OTEL_BSP_SCHEDULE_DELAY,
      exportTimeoutMillis: variables.OTEL_BSP_EXPORT_TIMEOUT,
      maxQueueSize: variables.OTEL_BSP_MAX_QUEUE_SIZE,
      maxExportBatchSize: variables.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    },
  }
}
