import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import { AppError } from '../error.ts'
import { createFrontendCalls } from './frontend-calls.ts'
import { tookTooLong } from './model-failure.ts'
import type { RunEvent, ToolResult } from './run-event.ts'
import type { Usage } from './usage.ts'

type Part = TextStreamPart<ToolSet>

/**
 * From the AI SDK's stream parts to our run events; each run has a translator of its own.
 *
 * @throws what the model failed with, where the SDK hands a failure on as a part; and AppError
 *   when it was stopped, or ended without a word.
 */
export function createTranslator(frontendTools: ReadonlySet<string>) {
  const text = createText()
  const frontend = createFrontendCalls(frontendTools)
  const begun = new Set<string>()

  function toolCall(part: Extract<Part, { type: 'tool-call' }>): RunEvent[] {
    const { toolCallId: callId, toolName, input, invalid } = part
    const isFrontend = frontendTools.has(toolName)
    if (invalid && !isFrontend) return [] // only the model hears of it
    begun.add(callId)
    if (isFrontend) return frontend.end(callId, toolName, input)
    return [{ type: 'tool-call', callId, toolName, input }]
  }

  function toolError(part: Extract<Part, { type: 'tool-error' }>): RunEvent[] {
    frontend.refuse(part.toolCallId)
    if (!begun.has(part.toolCallId)) return []
    return [toolResult(part, failureOutput(part.error))]
  }

  return function translate(part: Part): RunEvent[] {
    switch (part.type) {
      case 'text-start':
        return text.start()
      case 'text-delta':
        return text.delta(part.text)
      case 'tool-input-start':
        return frontend.start(part.id, part.toolName)
      case 'tool-input-delta':
        return frontend.delta(part.id, part.delta)
      case 'tool-call':
        return toolCall(part)
      case 'tool-result':
        return part.preliminary ? [] : [toolResult(part, part.output)]
      case 'tool-error':
        return toolError(part)
      case 'error':
        throw part.error
      case 'abort':
        throw tookTooLong()
      case 'finish':
        if (!text.written && frontend.pending.size === 0) throw noAnswer()
        return [
          {
            type: 'run-end',
            finishReason: part.finishReason,
            usage: usage(part.totalUsage),
            pendingCallIds: [...frontend.pending],
          },
        ]
      default:
        return []
    }
  }
}

/** What a model says before and after its tools are two texts, but one message: two paragraphs. */
function createText() {
  let written = false
  let paragraphDue = false

  return {
    get written() {
      return written
    },

    start(): RunEvent[] {
      paragraphDue = written
      return []
    },

    delta(text: string): RunEvent[] {
      if (text === '') return []
      const delta = paragraphDue ? `\n\n${text}` : text
      paragraphDue = false
      written = true
      return [{ type: 'text-delta', delta }]
    },
  }
}

interface Call {
  toolCallId: string
  toolName: string
}

function toolResult({ toolCallId: callId, toolName }: Call, output: unknown): ToolResult {
  return { type: 'tool-result', callId, toolName, output }
}

function failureOutput(error: unknown) {
  const { message, code } = AppError.from(error)
  return { error: message, code }
}

function noAnswer() {
  return new AppError('upstream-failed', 'The language model did not come to an answer.')
}

function usage({ inputTokens = 0, outputTokens = 0 }: LanguageModelUsage): Usage {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}
