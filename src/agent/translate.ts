import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import { AppError } from '../error.ts'
import { tookTooLong } from './model-failure.ts'
import type { RunEvent, ToolResult, Usage } from './run-event.ts'

type Part = TextStreamPart<ToolSet>

/**
 * From the AI SDK's stream parts to our run events; each run has a translator of its own.
 *
 * @throws what the model failed with, where the SDK hands a failure on as a part; and AppError
 *   when it was stopped, or ended without a word.
 */
export function createTranslator() {
  const text = createText()

  return function translate(part: Part): RunEvent[] {
    switch (part.type) {
      case 'text-start':
        return text.start()
      case 'text-delta':
        return text.delta(part.text)
      case 'tool-call':
        return part.invalid ? [] : [toolCall(part)] // of an invalid one only the model hears
      case 'tool-result':
        return part.preliminary ? [] : [toolResult(part, part.output)]
      case 'tool-error':
        return [toolResult(part, failureOutput(part.error))]
      case 'error':
        throw part.error
      case 'abort':
        throw tookTooLong()
      case 'finish':
        if (!text.written) throw noAnswer()
        return [{ type: 'run-end', finishReason: part.finishReason, usage: usage(part.totalUsage) }]
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

function toolCall({ toolCallId: callId, toolName, input }: Call & { input: unknown }): RunEvent {
  return { type: 'tool-call', callId, toolName, input }
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
