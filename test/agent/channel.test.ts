import { describe, expect, it } from 'vitest'
import { createChannel } from '../../src/agent/channel.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve))

function setUp() {
  const ending = new AbortController()
  const { items, tell: handOver, close } = createChannel<string>(ending.signal)
  const taken: string[] = []
  const tell = (item: string) => handOver(item).then(() => taken.push(item))
  return { items, tell, close, ending, taken }
}

describe('createChannel()', () => {
  it('lets go of who tells when the next item is asked for', async () => {
    const { items, tell, taken } = setUp()
    void tell('a')
    await items.next()
    await turn()
    expect(taken).toEqual([])
    void items.next()
    await turn()
    expect(taken).toEqual(['a'])
  })

  it('keeps the order of several who tell at once', async () => {
    const { items, tell, close } = setUp()
    const first = items.next()
    for (const item of ['a', 'b', 'c']) void tell(item)
    close()
    const seen = [(await first).value]
    for await (const item of items) seen.push(item)
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  it('ends for both sides at an abort, whatever was not taken', async () => {
    const { items, tell, taken, ending } = setUp()
    const waiting = items.next()
    await turn()
    ending.abort()
    expect(await waiting).toMatchObject({ done: true })
    await tell('too late')

    const other = setUp()
    void other.tell('a')
    void other.tell('b')
    other.ending.abort()
    await turn()
    expect(other.taken).toEqual(['a', 'b'])
    expect(await other.items.next()).toMatchObject({ done: true })
    expect(taken).toEqual(['too late'])
  })

  it('lets go of who tells when nobody takes any more', async () => {
    const { items, tell, taken } = setUp()
    void tell('a')
    for await (const _item of items) break
    await turn()
    expect(taken).toEqual(['a'])
  })
})
