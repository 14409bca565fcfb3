import type { ServerResponse } from 'node:http'
import type { Answer } from './upstream-server.ts'

/** Of an answer in server-sent events: what is sent, piece by piece. */
export function sends(...pieces: string[]): Answer {
  return (_question, response) => {
    begin(response, pieces)
    response.end()
  }
}

/** Sends this, and then nothing for ever. */
export function sendsThenHangs(...pieces: string[]): Answer {
  return (_question, response) => begin(response, pieces)
}

/** Sends this, and then the connection is gone. */
export function sendsThenLeaves(...pieces: string[]): Answer {
  return (_question, response) => {
    begin(response, pieces)
    setImmediate(() => response.socket?.end())
  }
}

/** One answer after the other; the last one again and again. */
export function inTurn(...answers: [Answer, ...Answer[]]): Answer {
  let asked = 0
  return (question, response) => {
    answers[Math.min(asked, answers.length - 1)]!(question, response)
    asked += 1
  }
}

export function event(data: unknown) {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

export function text(content: string) {
  return chunk({ delta: { role: 'assistant', content } })
}

export function toolCall(name: string, input: string) {
  const call = { index: 0, id: `call-${name}`, type: 'function' }
  return chunk({ delta: { tool_calls: [{ ...call, function: { name, arguments: input } }] } })
}

/** The end of an answer as the provider marks it. */
export function finish(reason = 'stop') {
  return chunk({ delta: {}, finish_reason: reason }) + event('[DONE]')
}

function chunk(choice: object) {
  const choices = [{ index: 0, finish_reason: null, ...choice }]
  return event({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })
}

function begin(response: ServerResponse, pieces: readonly string[]) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  for (const piece of pieces) response.write(piece)
}
