import { describe, expect, it, vi } from 'vitest'
import { readCapped } from '../../../src/core/upstream/read-capped.ts'

const CAP = { upstream: 'Algolia', maxBytes: 8 }

function responseOf(chunks: readonly Uint8Array[], cancel = () => {}) {
  const left = [...chunks]
  const pull = (controller: ReadableStreamDefaultController) => {
    const chunk = left.shift()
    if (chunk) controller.enqueue(chunk)
    else controller.close()
  }
  return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }))
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('readCapped()', () => {
  it('a character that is cut by a chunk is read whole', async () => {
    const [first, second] = [bytes('ü🎈').slice(0, 3), bytes('ü🎈').slice(3)]
    expect(await readCapped(responseOf([first, second]), CAP)).toBe('ü🎈')
  })

  it('a body of just the maximum is read, and one byte more is an error', async () => {
    expect(await readCapped(responseOf([bytes('12345678')]), CAP)).toBe('12345678')
    const tooLarge = readCapped(responseOf([bytes('12345678'), bytes('9')]), CAP)
    await expect(tooLarge).rejects.toMatchObject({ code: 'upstream-failed' })
  })

  it('a response without a body is an empty text', async () => {
    expect(await readCapped(new Response(null, { status: 204 }), CAP)).toBe('')
  })

  it('a body that breaks off is an error that names the upstream', async () => {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => {
      if (pull.mock.calls.length === 1) controller.enqueue(bytes('1'))
      else controller.error(new TypeError('terminated'))
    })
    const broken = readCapped(new Response(new ReadableStream({ pull })), CAP)
    await expect(broken).rejects.toThrow(/^Algolia /)
  })
})
