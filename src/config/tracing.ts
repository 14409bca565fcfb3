import * as z from 'zod'
import { CollectorUrl, Flag } from './variable.ts'

/**
 * The variables of OpenTelemetry that say whether there are traces. Its libraries read the others.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const TracingVariables = z.object({
  OTEL_SDK_DISABLED: Flag.default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: CollectorUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: CollectorUrl.optional(),
})

/** Whether traces have a destination. */
export function hasTraces(variables: z.infer<typeof TracingVariables>): boolean {
  const { OTEL_SDK_DISABLED: isDisabled, OTEL_TRACES_EXPORTER: exporter } = variables
  const { OTEL_EXPORTER_OTLP_ENDPOINT: general, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } =
    variables
  return !isDisabled && exporter !== 'none' && (own ?? general) !== undefined
}
