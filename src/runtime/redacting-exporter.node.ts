import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { errorCode } from '../core/error.ts'

/** Names, numbers and ids. What is not listed may hold what was said. */
const TELLING = [
  /^(error\.type|launchboard\.run\.id)$/,
  /^gen_ai\.(operation\.name|provider\.name|agent\.name|conversation\.id|request\.model)$/,
  /^gen_ai\.(response\.(model|finish_reasons)|usage\.(input|output)_tokens|tool\.(name|type|call\.id))$/,
]

/**
 * Exports what happened and not what was said. A failure has the words of whoever failed, which
 * can be a provider's that quotes a key: of those only the kind of the failure stays.
 */
export function redactingExporter(
  exporter: SpanExporter,
  onFailure: (reason: string) => void,
): SpanExporter {
  let isFailing = false

  return {
    export(spans, done) {
      exporter.export(spans.map(discreet), (result) => {
        if (result.error && !isFailing) onFailure(reason(result.error))
        isFailing = result.error !== undefined
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

function discreet(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(([name]) => isTelling(name))
  const events = span.events.map(({ name, time, attributes }) => {
    const type = attributes?.['exception.type']
    return { name, time, attributes: type === undefined ? {} : { 'exception.type': type } }
  })
  return Object.create(span, {
    attributes: { value: Object.fromEntries(attributes) },
    events: { value: events },
    status: { value: { code: span.status.code } },
  })
}

function isTelling(name: string) {
  return TELLING.some((pattern) => pattern.test(name))
}

function reason(error: Error) {
  return errorCode(error) ?? error.name
}
