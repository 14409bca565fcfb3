import type { Tracer } from '@opentelemetry/api'
import type { TelemetrySettings } from 'ai'

interface Run {
  threadId: string
  runId: string
}

/** What the SDK traces of a run: its steps and its calls, and nothing that was said. */
export function telemetry(tracer: Tracer | undefined, run: Run): TelemetrySettings {
  if (!tracer) return { isEnabled: false }
  return {
    ...{ isEnabled: true, tracer, functionId: 'run', metadata: { ...run } },
    ...{ recordInputs: false, recordOutputs: false },
  }
}
