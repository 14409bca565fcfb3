import { describe, expect, it, vi } from 'vitest'
import { createStreamWriter } from '../../src/core/stream-writer.ts'

function opened() {
  const leaving = new AbortController()
  const onLeave = vi.fn()
  const onEnd = vi.fn()
  const writer = createStreamWriter({ signal: leaving.signal, onLeave, onEnd })
  const reader = new Response(writer.body).body!.pipeThrough(new TextDecoderStream()).getReader()
  return { writer, reader, leaving, onLeave, onEnd }
}

describe('createStreamWriter()', () => {
  it('what is written waits until the client reads', async () => {
    const { writer, reader, onEnd, onLeave } = opened()
    for (const text of ['one', 'two', 'three', 'four']) writer.write(text)
    expect(writer.bytesWaiting()).toBeGreaterThan(0)
    expect((await reader.read()).value).toBe('one')
    expect((await reader.read()).value).toBe('two')
    writer.close()
    writer.write('too late')
    expect((await reader.read()).value).toBe('three')
    expect((await reader.read()).value).toBe('four')
    expect((await reader.read()).done).toBe(true)
    expect(onEnd).toHaveBeenCalledOnce()
    expect(onLeave).not.toHaveBeenCalled()
  })

  it('all who wait for the client go on when it wants more, and when it leaves', async () => {
    const { writer, reader } = opened()
    for (const text of ['one', 'two', 'three']) writer.write(text)
    const both = Promise.all([writer.drained(), writer.drained()])
    for (let reads = 0; reads < 3; reads += 1) await reader.read()
    await both
    for (const text of ['four', 'five', 'six']) writer.write(text)
    const more = writer.drained()
    await reader.cancel()
    await more
    expect(writer.isOpen()).toBe(false)
  })

  it('a client that disconnects leaves a stream that has ended', async () => {
    const { reader, leaving, onLeave, onEnd } = opened()
    const next = reader.read()
    leaving.abort()
    expect((await next).done).toBe(true)
    expect(onLeave).toHaveBeenCalledOnce()
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('the last chunk replaces what is waiting', async () => {
    const { writer, reader } = opened()
    for (const text of ['one', 'two', 'three', 'four']) writer.write(text)
    writer.close('dropped')
    const read: unknown[] = []
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      read.push(chunk.value)
    }
    expect(read).not.toContain('four')
    expect(read.at(-1)).toBe('dropped')
  })

  it('a beat is written when nothing else was, and ends a stream that nobody reads', async () => {
    const { writer, reader, onLeave, onEnd } = opened()
    writer.beat('.')
    writer.beat('.')
    for (const text of ['one', 'two', 'three']) writer.write(text)
    writer.beat('.', 60_000)
    expect(onLeave).not.toHaveBeenCalled()
    writer.beat('.', -1)
    await expect(Promise.all([1, 2, 3, 4, 5].map(() => reader.read()))).rejects.toThrow(
      'read nothing',
    )
    expect(onLeave).toHaveBeenCalledOnce()
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it.each(['cancels the stream', 'aborts the request'])(
    'a client that %s leaves once',
    async (how) => {
      const { writer, reader, leaving, onLeave, onEnd } = opened()
      if (how === 'cancels the stream') await reader.cancel()
      leaving.abort()
      await Promise.resolve()
      expect(writer.isOpen()).toBe(false)
      expect(onLeave).toHaveBeenCalledOnce()
      expect(onEnd).toHaveBeenCalledOnce()
    },
  )
})
