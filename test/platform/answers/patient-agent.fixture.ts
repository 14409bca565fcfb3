import { vi } from 'vitest'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { KEY } from '../../helper/test-platform.ts'
import { post } from '../../helper/test-services.ts'
import { turns } from '../../helper/turns.ts'
import { bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { chatPlatform } from './chat.fixture.ts'

/** An agent that begins each answer at once and ends it when it is told to, and counts itself. */
export function patientAgent() {
  let goOn = () => {}
  let isFree = false
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const seen = { now: 0, most: 0, asked: [] as ReturnType<typeof JSON.parse>[] }

  const fetch: GuardedFetch = async (_url, { body, signal }) => {
    seen.asked.push(JSON.parse(body))
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    async function* answer() {
      yield bytesOf(linesOf({ type: 'text_delta', content: 'Well' }))
      if (!isFree) await Promise.race([gate, left])
      await turns(2)
      seen.now -= 1
      if (!signal.aborted) yield bytesOf(linesOf({ type: 'text_delta', content: ' then' }))
      yield bytesOf(linesOf({ type: 'done' }))
    }
    return { status: 200, headers: new Headers({ 'content-type': NDJSON }), body: answer() }
  }
  const release = () => {
    isFree = true
    goOn()
  }
  return { fetch, release, seen }
}

export const until = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitUntil(isSo, { timeout: 10_000, interval: 5 })

export async function patientPlatform(setup: Parameters<typeof chatPlatform>[1] = {}) {
  const agent = patientAgent()
  const platform = await chatPlatform(agent.fetch, setup)
  const send = (words: string, as = 'ann') =>
    platform.call('POST', '/v3/messages', { as, body: text('helper', words) })
  const open = (words: string) =>
    platform.app.request('/v3/messages', {
      ...post(text('helper', words)),
      headers: { apikey: KEY, onbehalfof: 'ann', accept: 'text/event-stream' },
    })
  const stop = () => platform.services.platform!.backgroundTasks.stop(0)
  return { ...platform, ...agent, send, open, stop }
}
