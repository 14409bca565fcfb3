import { describe, expect, it } from 'vitest'
import { inSmallChunks } from '../../src/agent/in-small-chunks.ts'

const BYTES = Uint8Array.from({ length: 5000 }, (_, index) => index % 256)

describe('inSmallChunks()', () => {
  it('gives the same bytes, a little at a time', async () => {
    const chunks: Uint8Array[] = []
    const { body, status, headers } = inSmallChunks(
      new Response(BYTES, { status: 203, headers: { 'x-a': 'b' } }),
    )
    for await (const chunk of body!) chunks.push(chunk)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(2048)
    expect(chunks.flatMap((chunk) => [...chunk])).toEqual([...BYTES])
    expect([status, headers.get('x-a')]).toEqual([203, 'b'])
  })

  it('leaves an answer without a body alone', () => {
    const empty = new Response(null, { status: 302 })
    expect(inSmallChunks(empty)).toBe(empty)
  })

  it('asks for nothing ahead of its reader, and lets go when that one leaves', async () => {
    let asked = 0
    let reason: unknown
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull(controller) {
        asked += 1
        controller.enqueue(BYTES)
      },
      cancel(why) {
        reason = why
      },
    }
    const endless = new ReadableStream(source, { highWaterMark: 0 })
    const reader = inSmallChunks(new Response(endless)).body!.getReader()
    expect(asked).toBe(0)
    for (let read = 0; read < 3; read += 1) await reader.read()
    expect(asked).toBe(1)
    await reader.cancel('gone')
    expect(reason).toBe('gone')
  })
})
