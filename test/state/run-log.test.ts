import { describe, expect, it } from 'vitest'
import { createRunLog, follow } from '../../src/state/run-log.ts'

const { signal } = new AbortController()

async function all(events: AsyncIterable<string>) {
  const read: string[] = []
  for await (const event of events) read.push(event)
  return read
}

describe('createRunLog()', () => {
  it('every reader gets each event after its own position once, whenever it comes', async () => {
    const log = createRunLog(100)
    const early = all(follow(log, 0, signal))
    log.append('a')
    log.append('b')
    const late = all(follow(log, 1, signal))
    const ahead = all(follow(log, 3, signal))
    log.append('c')
    log.append('d')
    log.end()
    expect(await early).toEqual(['a', 'b', 'c', 'd'])
    expect(await late).toEqual(['b', 'c', 'd'])
    expect(await ahead).toEqual(['d'])
  })

  it('a reader that leaves no longer waits', async () => {
    const leaving = new AbortController()
    const read = all(follow(createRunLog(100), 0, leaving.signal))
    leaving.abort()
    expect(await read).toEqual([])
  })

  it('the newest events are held, and a reader that has fallen behind is told', async () => {
    const log = createRunLog(5)
    for (const event of ['aaa', 'bbb', 'cc']) log.append(event)
    log.end()
    expect(log.characters()).toBe(5)
    expect(await all(follow(log, 1, signal))).toEqual(['bbb', 'cc'])
    await expect(all(follow(log, 0, signal))).rejects.toThrow('no longer held')
  })

  it('an error comes after the last event', async () => {
    const log = createRunLog(100)
    log.append('a')
    log.end(new Error('broke off'))
    const events = follow(log, 0, signal)
    expect((await events.next()).value).toBe('a')
    await expect(events.next()).rejects.toThrow('broke off')
  })
})
