import type { LanguageModelV3Usage } from '@ai-sdk/provider'
import {
  type Attributes,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { ABOUT } from '../core/about.ts'

interface Answer {
  finishReason: string
  usage: LanguageModelV3Usage
  modelId: string | undefined
}

interface RunIds {
  threadId: string
  runId: string
}

/**
 * The spans of a run, its calls of the model and its tool calls, by OpenTelemetry's conventions for
 * generative AI (https://opentelemetry.io/docs/specs/semconv/gen-ai/). They contain nothing of the
 * conversation.
 */
export function runTrace(tracer: Tracer | undefined, { threadId, runId }: RunIds) {
  const open = new Set<Span>()
  const conversation = { 'gen_ai.conversation.id': threadId }
  const run = start('invoke_agent', ABOUT.name, {
    attributes: { ...conversation, 'gen_ai.agent.name': ABOUT.name, 'launchboard.run.id': runId },
  })

  function start(
    operation: string,
    subject: string,
    { attributes, kind = SpanKind.INTERNAL, parent }: SpanOptions,
  ) {
    const within = parent ? trace.setSpan(context.active(), parent) : context.active()
    const named = { 'gen_ai.operation.name': operation, ...attributes }
    const span = tracer?.startSpan(`${operation} ${subject}`, { kind, attributes: named }, within)
    if (span) open.add(span)
    return span
  }

  function end(span: Span | undefined, attributes: Attributes = {}) {
    if (!span || !open.delete(span)) return
    span.setAttributes(attributes)
    span.end()
  }

  function fail(span: Span | undefined, code: string) {
    span?.setStatus({ code: SpanStatusCode.ERROR })
    end(span, { 'error.type': code })
  }

  return {
    modelCall: ({ provider, modelId }: { provider: string; modelId: string }) =>
      start('chat', modelId, {
        kind: SpanKind.CLIENT,
        attributes: {
          ...conversation,
          'gen_ai.provider.name': provider,
          'gen_ai.request.model': modelId,
        },
        parent: run,
      }),

    toolCall: (toolName: string, toolCallId: string) =>
      start('execute_tool', toolName, {
        attributes: {
          'gen_ai.tool.name': toolName,
          'gen_ai.tool.call.id': toolCallId,
          'gen_ai.tool.type': 'function',
        },
        parent: run,
      }),

    endModelCall(span: Span | undefined, { finishReason, usage, modelId }: Answer) {
      end(span, {
        'gen_ai.response.finish_reasons': [finishReason],
        'gen_ai.usage.input_tokens': usage.inputTokens.total ?? 0,
        'gen_ai.usage.output_tokens': usage.outputTokens.total ?? 0,
        ...(modelId !== undefined && { 'gen_ai.response.model': modelId }),
      })
    },

    endSpan: end,
    failSpan: fail,

    /** Spans that are still open have failed with the run. */
    fail(code: string) {
      for (const span of open) fail(span, code)
    },

    end() {
      for (const span of open) end(span)
    },
  }
}

interface SpanOptions {
  attributes: Attributes
  kind?: SpanKind
  parent?: Span | undefined
}
