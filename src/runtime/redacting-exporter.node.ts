import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { errorCode } from '../core/error.ts'

/** Names, numbers and ids. Any other attribute may contain text of a conversation. */
const EXPORTED_ATTRIBUTES = [
  /^(error\.type|launchboard\.run\.id)$/,
  /^gen_ai\.(operation\.name|provider\.name|agent\.name|conversation\.id|request\.model)$/,
  /^gen_ai\.(response\.(model|finish_reasons)|usage\.(input|output)_tokens|tool\.(name|type|call\.id))$/,
]

/**
 * Exports spans without their content. The message of an error may come from a provider and quote a
 * key, so only its type is exported.
 */
export function redactingExporter(
  exporter: SpanExporter,
  onFailure: (reason: string) => void,
): SpanExporter {
  let isFailing = false

  return {
    export(spans, done) {
      exporter.export(spans.map(redacted), (result) => {
        if (result.error && !isFailing) onFailure(reason(result.error))
        isFailing = result.error !== undefined
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

function redacted(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(([name]) => isExported(name))
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

function isExported(name: string) {
  return EXPORTED_ATTRIBUTES.some((pattern) => pattern.test(name))
}

function reason(error: Error) {
  return errorCode(error) ?? error.name
}
