import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAnswerReader } from '../../../src/agent/hosted/answer-reader.ts'
import { answerStream } from '../../../src/agent/hosted/answer-stream.ts'
import { event, finish, text } from '../../helper/model-server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const RESET = Object.assign(new Error('reset'), { code: 'ECONNRESET' })

const withReason = (content: string) =>
  event({ choices: [{ delta: { content }, finish_reason: 'stop' }] })

/** An answer that is read at once, as its connection brings it. */
function openAnswer() {
  const cancel = vi.fn()
  const encoder = new TextEncoder()
  let connection: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      connection = controller
    },
    cancel,
  })
  const reader = createAnswerReader({ headers: new Headers(), toolNamed: (name) => name })
  const parts: LanguageModelV3StreamPart[] = []
  const reading = async () => {
    const answer = answerStream(body, reader).getReader()
    for (let next = await answer.read(); !next.done; next = await answer.read()) {
      parts.push(next.value)
    }
  }
  const ended = reading()
  return {
    ended,
    cancel,
    said: () => parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join(''),
    isFinished: () => parts.at(-1)?.type === 'finish',
    async send(text: string) {
      connection?.enqueue(encoder.encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    close: () => connection?.close(),
    breakOff: () => connection?.error(new TypeError('terminated', { cause: RESET })),
  }
}

describe('answerStream()', () => {
  it('[DONE] ends an answer at once, and the connection soon after', async () => {
    const { send, isFinished, ended, cancel } = openAnswer()
    await send(text('Loom.') + finish())
    expect(isFinished()).toBe(true)
    await ended
    await vi.advanceTimersByTimeAsync(500)
    expect(cancel).toHaveBeenCalled()
  })

  it.each([
    ['a reason alone', text('Loom.') + withReason(''), 500],
    ['a reason beside words', withReason('Loom.'), 3_000],
  ])('a pause after %s ends an answer', async (_what, piece, pauseMs) => {
    const { send, isFinished, ended } = openAnswer()
    await send(piece)
    await vi.advanceTimersByTimeAsync(pauseMs / 2)
    await send(': ping\n\n') // says nothing more
    await vi.advanceTimersByTimeAsync(pauseMs / 2 - 1)
    expect(isFinished()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isFinished()).toBe(true)
    await ended
  })

  it('a reason with every chunk is no end while more comes', async () => {
    const { send, close, said, ended } = openAnswer()
    for (const words of ['Loom', ' is', ' on', ' top.']) {
      await send(withReason(words))
      await vi.advanceTimersByTimeAsync(2_500)
    }
    close()
    await ended
    expect(said()).toBe('Loom is on top.')
  })

  it('the end of the connection ends an answer only after a reason', async () => {
    const whole = openAnswer()
    await whole.send(withReason('Loom.'))
    whole.breakOff()
    await whole.ended
    expect(whole.isFinished()).toBe(true)

    const cut = openAnswer()
    await cut.send(text('Loom'))
    cut.breakOff()
    await expect(cut.ended).rejects.toMatchObject({
      details: { kind: 'cut', hostCode: 'ECONNRESET' },
    })
  })

  it('a read ends when the answer is cancelled, though its body does not', async () => {
    const never = () => new Promise<never>(() => {})
    const body = { getReader: () => ({ read: never, cancel: never }) }
    const reader = createAnswerReader({ headers: new Headers(), toolNamed: (name) => name })
    const answer = answerStream(body as unknown as ReadableStream<Uint8Array>, reader).getReader()
    const reading = answer.read()
    void answer.cancel()
    expect(await reading).toEqual({ done: true, value: undefined })
  })
})
