import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { memoryState } from '../helper/memory-state.ts'
import { says } from '../helper/scripted-model.ts'
import { post, testApp, user } from '../helper/test-services.ts'

/** It goes on until its reader leaves. */
const model = new MockLanguageModelV3({
  doStream: async () => ({
    stream: simulateReadableStream({ chunks: says('hello'), initialDelayInMs: 60_000 }),
  }),
})

/** Two services that share state, as processes do. */
function processes(env: Record<string, string>) {
  const clock = () => 0
  const node = { isLoopback: false, shared: memoryState({ clock }).state }
  const service = () => testApp({ env, runtime: { node }, clock, parts: { model } }).app
  const apps = [service(), service()]
  return (at: number, path: string, init: RequestInit) =>
    apps[at % apps.length]!.request(path, init, '203.0.113.7')
}

describe('limits of several processes', () => {
  it('failed attempts are counted in all processes', async () => {
    const ask = processes({ AGENT_TOKENS: 'a-token-of-the-chat-platform' })
    const guess = async (at: number) =>
      (await ask(at, '/api/top', { headers: { 'x-api-key': 'guess' } })).status
    for (let at = 0; at < 60; at += 1) await guess(at)
    // A process learns with its next attempt what the others counted.
    expect([await guess(1), await guess(0), await guess(0)]).toEqual([429, 401, 429])
  })

  it('open streams are counted in all processes, until they end', async () => {
    const ask = processes({ RATE_LIMIT_PER_MINUTE: '300' })
    const open = (at: number) => ask(at, '/stream', post({ messages: [user('hello')] }))
    const streams = await Promise.all(Array.from({ length: 52 }, (_, at) => open(at)))
    const admitted = streams.filter(({ status }) => status === 200)
    expect(admitted).toHaveLength(50)
    await admitted[0]?.body?.cancel()
    const next = await open(1)
    expect(next.status).toBe(200)
    for (const { body } of [...admitted.slice(1), next]) await body?.cancel()
  })
})
