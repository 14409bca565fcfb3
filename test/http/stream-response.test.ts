import { describe, expect, it, vi } from 'vitest'
import type { RunEvent } from '../../src/core/run.ts'
import { streamResponse } from '../../src/http/stream-response.ts'
import { turns } from '../helper/turns.ts'

const { signal } = new AbortController()
const delta = (text: string): RunEvent => ({ type: 'text-delta', delta: text })
const encode = (event: RunEvent) => (event.type === 'text-delta' ? event.delta : '')

/** A response under way, and a mock that is called when its run is closed. */
function opened(events: AsyncGenerator<RunEvent>, encoder = encode) {
  const onClosed = vi.fn()
  const stream = { events, encode: encoder, headers: {}, signal, onCancel: () => {}, onClosed }
  return { response: streamResponse(stream), onClosed }
}

async function respond(events: AsyncGenerator<RunEvent>, onCancel = () => {}) {
  const response = await streamResponse({ events, encode, headers: {}, signal, onCancel })
  return response.body!.pipeThrough(new TextDecoderStream()).getReader()
}

async function readAll(reader: ReadableStreamDefaultReader<string>) {
  const pieces: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return pieces
    pieces.push(value)
  }
}

describe('streamResponse()', () => {
  it('events of one turn are one piece, and later ones another', async () => {
    async function* events() {
      yield delta('a')
      yield delta('b')
      yield delta('c')
      await turns()
      yield delta('d')
    }
    expect(await readAll(await respond(events()))).toEqual(['abc', 'd'])
  })

  it('a piece ends at 64 KiB, however much is ready', async () => {
    async function* events() {
      for (let count = 0; count < 10; count += 1) yield delta('a'.repeat(16 * 1024))
      await turns()
    }
    const pieces = await readAll(await respond(events()))
    expect(pieces.map(({ length }) => length / 1024)).toEqual([64, 64, 32])
  })

  it('an event without text sends no piece', async () => {
    async function* events() {
      yield { type: 'run-start', threadId: 't', runId: 'r', messageId: 'm' } as const
      await turns(2)
      yield delta('a')
    }
    expect(await readAll(await respond(events()))).toEqual(['a'])
  })

  it('a run that is over within its first turn is sent whole', async () => {
    async function* events() {
      yield delta('a')
      await Promise.resolve()
      yield delta('b')
    }
    const { response, onClosed } = opened(events())
    const answer = await response
    expect(onClosed).toHaveBeenCalledOnce()
    expect(await answer.text()).toBe('ab')
  })

  it('the response to a longer run does not wait for its end', async () => {
    async function* events() {
      yield delta('a')
      await turns(2)
      yield delta('b')
    }
    const { response, onClosed } = opened(events())
    const answer = await response
    expect(onClosed).not.toHaveBeenCalled()
    expect(await answer.text()).toBe('ab')
    expect(onClosed).toHaveBeenCalledOnce()
  })

  it('an event that cannot be encoded at the start fails the response', async () => {
    async function* events() {
      yield delta('a')
    }
    const { response, onClosed } = opened(events(), () => {
      throw new Error('no word for it')
    })
    await expect(response).rejects.toThrow('no word for it')
    expect(onClosed).toHaveBeenCalledOnce()
  })

  it('the run is asked for little more than its reader takes', async () => {
    let made = 0
    async function* events() {
      while (made < 100_000) {
        made += 1
        yield delta('x'.repeat(1000))
      }
    }
    const reader = await respond(events())
    await reader.read()
    await turns()
    expect(made).toBeLessThan(1200)
    await reader.cancel()
  })

  it('an event that cannot be encoded fails the stream, whenever it comes', async () => {
    async function* events() {
      yield delta('a')
      await turns()
      yield delta('b')
    }
    const failing = (event: RunEvent) => {
      if (encode(event) === 'b') throw new Error('no word for it')
      return encode(event)
    }
    const stream = { events: events(), encode: failing, headers: {}, signal, onCancel: () => {} }
    const reader = (await streamResponse(stream)).body!.getReader()
    expect((await reader.read()).done).toBe(false)
    await turns(20)
    await expect(reader.read()).rejects.toThrow('no word for it')
  })

  it('a reader that leaves ends the run', async () => {
    let cancelled = false
    let closed = false
    async function* events() {
      try {
        for (;;) {
          yield delta('x')
          await turns(1)
        }
      } finally {
        closed = true
      }
    }
    const { body } = await streamResponse({
      events: events(),
      encode,
      headers: {},
      signal,
      onCancel: () => {
        cancelled = true
      },
    })
    const reader = body!.getReader()
    await reader.read()
    await reader.cancel()
    expect({ cancelled, closed }).toEqual({ cancelled: true, closed: true })
  })
})

describe('streamResponse() with keep-alives', () => {
  it('an idle stream sends keep-alives, and no event is lost', async () => {
    let goOn = () => {}
    const silence = new Promise<void>((resolve) => {
      goOn = resolve
    })
    async function* events() {
      yield delta('a')
      await silence
      yield delta('b')
    }
    const { body } = await streamResponse({
      ...{ events: events(), encode, headers: {}, signal, onCancel: () => {} },
      ...{ keepAlive: '.', keepAliveMs: 20 },
    })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    const pieces: unknown[] = []
    for (let count = 0; count < 3; count += 1) pieces.push((await reader.read()).value)
    goOn()
    pieces.push(...(await readAll(reader)))
    expect(pieces.join('')).toMatch(/^a\.{2,}b$/)
  })

  it('a stream that is not idle sends no keep-alive', async () => {
    async function* events() {
      yield delta('a')
    }
    const response = await streamResponse({
      ...{ events: events(), encode, headers: {}, signal, onCancel: () => {} },
      ...{ keepAlive: '.', keepAliveMs: 5 },
    })
    expect(await response.text()).toBe('a')
  })
})
