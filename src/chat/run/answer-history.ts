import type { RunMessage } from '../delivery/run-input.ts'
import type { Answer } from '../message/answer.ts'
import type { MessageRow } from '../message/message.ts'
import type { ToolResultData } from './tool-results.ts'

const MAX_RESULT_LENGTH = 4_000

const NO_RESULT = 'The client received this call and returned no result.'

/** The results of actions, by the ids of the agent's message and of the call. */
export type Results = ReadonlyMap<string, ToolResultData>

/** First the calls that the agent ran itself, then its text with the calls left to the client. */
export function answerHistory(
  { id, data }: MessageRow,
  answer: Answer,
  results: Results,
): RunMessage[] {
  const own = new Map(answer.toolResults.map((result) => [result.toolCallId, result.result]))
  const calls = answer.toolCalls.filter(({ args }) => args !== null)
  const [ran, left] = [
    calls.filter((call) => own.has(call.id)),
    calls.filter(({ id }) => !own.has(id)),
  ]
  const text = answer.failure?.message === data.text ? '' : textOf({ data })
  return [
    ...withResults({ id: `${id}-own`, content: '', calls: ran }, (call) => own.get(call)),
    ...withResults({ id: String(id), content: text, calls: left }, (call) => {
      const returned = results.get(`${id} ${call}`)
      return returned ? returned.result : NO_RESULT
    }),
  ]
}

interface Content {
  id: string
  content: string
  calls: Answer['toolCalls']
}

function withResults(
  { id, content, calls }: Content,
  resultOf: (callId: string) => unknown,
): RunMessage[] {
  if (calls.length === 0) return content === '' ? [] : [{ id, role: 'assistant', content }]
  const toolCalls = calls.map((call) => {
    return { toolCallId: call.id, toolName: call.name, input: JSON.stringify(call.args) }
  })
  const answered = calls.map((call) => ({
    id: `${id}-${call.id}`,
    role: 'tool' as const,
    content: resultText(resultOf(call.id)),
    toolCallId: call.id,
  }))
  return [{ id, role: 'assistant', content, toolCalls }, ...answered]
}

function resultText(result: unknown) {
  const text = typeof result === 'string' && result !== '' ? result : JSON.stringify(result ?? null)
  if (text.length <= MAX_RESULT_LENGTH) return text
  return `${text.slice(0, MAX_RESULT_LENGTH).toWellFormed()}…`
}

export function textOf({ data }: Pick<MessageRow, 'data'>) {
  return typeof data.text === 'string' ? data.text : ''
}
