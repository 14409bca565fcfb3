import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { FinishReason, LanguageModelUsage, StepResult, ToolSet } from 'ai'
import { AppError } from '../error.ts'
import { createFrontendCalls } from './frontend-calls.ts'
import { messageText } from './message-text.ts'
import { oneCallAtATime } from './one-call-at-a-time.ts'
import type { RunEvent } from './run-event.ts'
import type { Usage } from './usage.ts'

/** Resolves when the reader has taken it. */
type Tell = (event: RunEvent) => Promise<void>

interface Call {
  toolCallId: string
  toolName: string
}

interface Answer {
  finishReason: FinishReason
  totalUsage: LanguageModelUsage
}

/** Puts what model and tools do in one run into our own words, and into their order. */
export function createTeller(frontendTools: ReadonlySet<string>, tell: Tell) {
  const text = messageText()
  const frontend = createFrontendCalls(frontendTools)
  const calls = oneCallAtATime()

  function tellAll(events: Iterable<RunEvent>): Promise<void> | undefined {
    let taken: Promise<void> | undefined
    for (const event of events) {
      for (const inOrder of calls.inOrder(event)) taken = tell(inOrder)
    }
    return taken
  }

  // Tools wait for nobody: a run has few calls, and the reader finds them when it comes.
  function result({ toolCallId: callId, toolName }: Call, output: unknown) {
    void tellAll([{ type: 'tool-result', callId, toolName, output }])
  }

  return {
    async modelPart(part: LanguageModelV3StreamPart): Promise<void> {
      switch (part.type) {
        case 'text-start':
          return text.start()
        case 'text-delta':
          return tellAll(text.delta(part.delta))
        case 'tool-input-start':
          return tellAll(frontend.start(part.id, part.toolName))
        case 'tool-input-delta':
          return tellAll(frontend.delta(part.id, part.delta))
        case 'tool-call':
          text.start()
          if (!frontendTools.has(part.toolName)) return calls.expect(part.toolCallId)
          return tellAll(frontend.end(part.toolCallId, part.toolName, part.input))
      }
    },

    toolStart({ toolCallId: callId, toolName, input }: Call & { input: unknown }) {
      void tellAll([{ type: 'tool-call', callId, toolName, input }])
    },

    toolEnd: result,

    toolFailure(call: Call, error: unknown) {
      result(call, failureOutput(error))
    },

    /** A call that made no sense was never begun: of one of ours the model alone hears. */
    stepEnd({ toolCalls, content }: StepResult<ToolSet>) {
      for (const { toolCallId } of toolCalls) {
        for (const event of calls.giveUp(toolCallId)) void tell(event)
      }
      for (const part of content) {
        if (part.type !== 'tool-error' || !frontendTools.has(part.toolName)) continue
        frontend.refuse(part.toolCallId)
        result(part, failureOutput(noInput()))
      }
    },

    /** @throws AppError when there is neither a text to read nor a call to answer. */
    runEnd({ finishReason, totalUsage }: Answer): RunEvent {
      const pendingCallIds = [...frontend.pending]
      if (!text.written && pendingCallIds.length === 0) throw noAnswer()
      return { type: 'run-end', finishReason, usage: usage(totalUsage), pendingCallIds }
    },
  }
}

function failureOutput(error: unknown) {
  const { message, code } = AppError.from(error)
  return { error: message, code }
}

function noInput() {
  return new AppError('invalid-request', 'The input of the call is not the JSON of an object.')
}

function noAnswer() {
  return new AppError('upstream-failed', 'The language model did not come to an answer.')
}

function usage({ inputTokens = 0, outputTokens = 0 }: LanguageModelUsage): Usage {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}
