import type { QuestionMessage } from '../delivery/agent-question.ts'
import type { Answer } from '../message/answer.ts'
import type { MessageRow } from '../message/message.ts'
import type { ToolResultData } from './tool-results.ts'

const MAX_RESULT_LENGTH = 4_000

const NO_RESULT = 'The client was handed this call and reported no result.'

/** What actions came to, by the id of the agent's message and that of the call. */
export type Results = ReadonlyMap<string, ToolResultData>

/** First what the agent ran itself, then what it said and what it left to the client to run. */
export function messagesOfAnswer(
  { id, data }: MessageRow,
  answer: Answer,
  results: Results,
): QuestionMessage[] {
  const own = new Map(answer.toolResults.map((result) => [result.toolCallId, result.result]))
  const calls = answer.toolCalls.filter(({ args }) => args !== null)
  const [ran, left] = [
    calls.filter((call) => own.has(call.id)),
    calls.filter(({ id }) => !own.has(id)),
  ]
  const said = answer.failure?.message === data.text ? '' : textOf({ data })
  return [
    ...withResults({ id: `${id}-own`, content: '', calls: ran }, (call) => own.get(call)),
    ...withResults({ id: String(id), content: said, calls: left }, (call) => {
      const handed = results.get(`${id} ${call}`)
      return handed ? handed.result : NO_RESULT
    }),
  ]
}

interface Said {
  id: string
  content: string
  calls: Answer['toolCalls']
}

function withResults(
  { id, content, calls }: Said,
  resultOf: (callId: string) => unknown,
): QuestionMessage[] {
  if (calls.length === 0) return content === '' ? [] : [{ id, role: 'assistant', content }]
  const toolCalls = calls.map((call) => {
    return { id: call.id, name: call.name, args: JSON.stringify(call.args) }
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
