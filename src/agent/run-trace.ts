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

/**
 * The spans of a run, its calls of the model and its tool calls, by OpenTelemetry's conventions for
 * generative AI (https://opentelemetry.io/docs/specs/semconv/gen-ai/). They contain nothing of the
 * conversation.
 */
export function runTrace(tracer: Tracer | undefined, threadId: string, runId: string) {
  const open = new Set<Span>()
  let parent = context.active()
  const run = start('invoke_agent', ABOUT.name, {
    'gen_ai.conversation.id': threadId,
    'gen_ai.agent.name': ABOUT.name,
    'launchboard.run.id': runId,
  })
  if (run) parent = trace.setSpan(parent, run)

  function start(operation: string, subject: string, more: Attributes, kind = SpanKind.INTERNAL) {
    const attributes = { 'gen_ai.operation.name': operation, ...more }
    const span = tracer?.startSpan(`${operation} ${subject}`, { kind, attributes }, parent)
    if (span) open.add(span)
    return span
  }

  function end(span: Span | undefined, code?: string) {
    if (!span || !open.delete(span)) return
    if (code !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code)
    }
    span.end()
  }

  return {
    modelCall(provider: string, modelId: string) {
      const attributes = {
        'gen_ai.conversation.id': threadId,
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': modelId,
      }
      const span = start('chat', modelId, attributes, SpanKind.CLIENT)
      return ({ finishReason, usage, modelId: answeredBy = modelId }: Answer) => {
        span?.setAttributes({
          'gen_ai.response.finish_reasons': [finishReason],
          'gen_ai.response.model': answeredBy,
          'gen_ai.usage.input_tokens': usage.inputTokens.total ?? 0,
          'gen_ai.usage.output_tokens': usage.outputTokens.total ?? 0,
        })
        end(span)
      }
    },

    /** Returns what ends it, with the code of its error if it failed. */
    toolCall(toolName: string, toolCallId: string) {
      const span = start('execute_tool', toolName, {
        'gen_ai.tool.name': toolName,
        'gen_ai.tool.call.id': toolCallId,
        'gen_ai.tool.type': 'function',
      })
      return (code?: string) => end(span, code)
    },

    /** Spans that are still open have failed with the run. */
    end(code?: string) {
      for (const span of open) end(span, code)
    },
  }
}
