import { describe, expect, it } from 'vitest'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { readUntil } from '../../helper/read-until.ts'
import { KEY } from '../../helper/test-platform.ts'
import { post } from '../../helper/test-services.ts'
import { bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { chatPlatform, eventsIn } from './chat.fixture.ts'
import { patientPlatform, until } from './patient-agent.fixture.ts'

describe('an answer in events', () => {
  it('an answer is streamed while the agent is still sending', async () => {
    const { open, release } = await patientPlatform()
    const response = await open('Hi')
    const reader = response.body!.getReader()
    const begun = await readUntil(reader, 'Well')
    expect(eventsIn(begun).map(({ type }) => type)).toEqual(['message', 'run-start', 'text-delta'])
    release()
    expect(await readUntil(reader, 'event: answer')).toContain(' then')
    const end = await reader.read()
    expect(end.done).toBe(true)
  })

  it('a stream has heartbeats while the agent is silent', async () => {
    const { open, release } = await patientPlatform({ parts: { chatLimits: { keepAliveMs: 2 } } })
    const reader = (await open('Hi')).body!.getReader()
    await readUntil(reader, 'Well')
    // An empty line after it would be an event without data.
    const silence = await readUntil(reader, ': ping\n: ping\n')
    expect(silence).not.toContain(': ping\n\n')
    release()
    await readUntil(reader, 'event: answer')
  })

  it('an answer continues when its reader leaves, and is stored', async () => {
    const { open, release, answers } = await patientPlatform()
    const reader = (await open('Hi')).body!.getReader()
    await readUntil(reader, 'Well')
    await reader.cancel()
    release()
    const [answer] = await answers(1)
    expect(answer.data).toMatchObject({ text: 'Well then', answer: { status: 'finished' } })
  })

  it('a reader that never reads does not delay the answer for ever', async () => {
    const chatLimits = { aheadBytes: 1, stalledMs: 5 }
    const { open, release, answers } = await patientPlatform({ parts: { chatLimits } })
    const response = await open('Hi')
    release()
    const [answer] = await answers(1)
    expect(answer.data).toMatchObject({ text: 'Well then', answer: { status: 'finished' } })
    await expect(response.text()).rejects.toThrow()
  })

  it('a slow reader slows the agent down', async () => {
    let given = 0
    const fetch: GuardedFetch = async () => {
      async function* answer() {
        for (; given < 500; given += 1) {
          yield bytesOf(linesOf({ type: 'text_delta', content: 'x'.repeat(1_000) }))
        }
        yield bytesOf(linesOf({ type: 'done' }))
      }
      return { status: 200, headers: new Headers({ 'content-type': NDJSON }), body: answer() }
    }
    const { app, call } = await chatPlatform(fetch)
    const response = await app.request('/v3/messages', {
      ...post(text('helper', 'Hi')),
      headers: { apikey: KEY, onbehalfof: 'ann', accept: 'text/event-stream' },
    })
    await until(() => given > 0)
    for (let count = 0; count < 10; count += 1) await call('GET', '/v3/users/ann', { as: 'ann' })
    expect(given).toBeLessThan(50)
    const events = eventsIn(await response.text())
    expect(events.at(-1)!.message.data.text).toHaveLength(200_000)
  })

  it('a stream that nobody reads ends', async () => {
    const { send, answers } = await patientPlatform({ parts: { chatLimits: { unreadMs: 500 } } })
    await send('Hi')
    const [answer] = await answers(1)
    expect(answer.data.answer).toMatchObject({
      status: 'failed',
      failure: { code: 'interrupted' },
    })
  })
})
