import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startNode } from '../helper/node-process.ts'
import { post } from '../helper/test-services.ts'

const PATH = '/v3/notifications/v1/settings'
const headers = { apikey: 'a-key' }

describe('notification settings on Node', () => {
  it('acknowledged notification settings survive SIGKILL', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
    const env = { DATABASE_URL: `file:${join(folder, 'platform.db')}`, PLATFORM_API_KEYS: 'a-key' }
    const first = await startNode(env)
    for (let maxPerDay = 100; maxPerDay < 120; maxPerDay += 1) {
      const change = post({ preferences: { sms: { maxPerDay } } }, headers)
      const answer = await fetch(first.url + PATH, { ...change, method: 'PATCH' })
      expect(await answer.json()).toEqual({ data: { success: true } })
    }
    const before = await (await fetch(first.url + PATH, { headers })).json()
    first.child.kill('SIGKILL')
    await first.exited

    const second = await startNode(env)
    const after = await (await fetch(second.url + PATH, { headers })).json()
    second.child.kill('SIGKILL')
    expect(after).toEqual(before)
    expect(after.data.preferences.sms.maxPerDay).toBe(119)
  })
})
