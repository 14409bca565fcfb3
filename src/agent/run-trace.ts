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
import type { Step } from './step.ts'

export type RunTrace = ReturnType<typeof runTrace>

interface Run {
  threadId: string
  runId: string
}

/**
 * The spans of a run, its steps and its tool calls, by OpenTelemetry's conventions for generative AI
 * (https://opentelemetry.io/docs/specs/semconv/gen-ai/). They contain nothing of the conversation.
 */
export function runTrace(tracer: Tracer | undefined, { threadId, runId }: Run) {
  const open = new Set<Span>()
  const run = start(`invoke_agent ${ABOUT.name}`, SpanKind.INTERNAL, {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': ABOUT.name,
    'gen_ai.conversation.id': threadId,
    'launchboard.run.id': runId,
  })

  function start(name: string, kind: SpanKind, attributes: Attributes, parent?: Span) {
    if (!tracer) return undefined
    const within = parent ? trace.setSpan(context.active(), parent) : context.active()
    const span = tracer.startSpan(name, { kind, attributes }, within)
    open.add(span)
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
    stepStart(model: { provider: string; modelId: string }) {
      const span = start(
        `chat ${model.modelId}`,
        SpanKind.CLIENT,
        {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': model.provider,
          'gen_ai.request.model': model.modelId,
          'gen_ai.conversation.id': threadId,
        },
        run,
      )
      return {
        end: ({ finishReason, usage, modelId }: Step) =>
          end(span, {
            'gen_ai.response.finish_reasons': [finishReason],
            'gen_ai.usage.input_tokens': usage.inputTokens.total ?? 0,
            'gen_ai.usage.output_tokens': usage.outputTokens.total ?? 0,
            ...(modelId !== undefined && { 'gen_ai.response.model': modelId }),
          }),
      }
    },

    toolStart(toolName: string, toolCallId: string) {
      const span = start(
        `execute_tool ${toolName}`,
        SpanKind.INTERNAL,
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': toolName,
          'gen_ai.tool.call.id': toolCallId,
          'gen_ai.tool.type': 'function',
        },
        run,
      )
      return { end: () => end(span), fail: (code: string) => fail(span, code) }
    },

    /** Spans that are still open have failed with the run. */
    fail(code: string) {
      for (const span of open) fail(span, code)
    },

    end() {
      for (const span of open) end(span)
    },
  }
}
