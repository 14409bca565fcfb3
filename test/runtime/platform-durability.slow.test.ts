import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { post } from '../helper/test-services.ts'

const ROUNDS = 4
const SENDERS = 8
const ANSWERED_BEFORE_KILL = 25
const MEMBERS_A_CALL = 10
const MAX_MS = 60_000

// A key may import 60 times a minute, and a flood needs more.
const KEYS = Array.from({ length: 40 }, (_, at) => `key-${at}`)

function usersOf(guid: string) {
  return Array.from({ length: MEMBERS_A_CALL }, (_, at) => {
    const uid = `${guid}-${at}`
    return { uid, name: `User ${uid}`, metadata: { filler: 'x'.repeat(500), at } }
  })
}

/** One call: a group of its own, with members nobody else has. */
function call(guid: string) {
  const groupDetails = { guid, name: `Group ${guid}`, type: 'public' }
  const records = usersOf(guid).map((userDetails) => {
    const { uid } = userDetails
    const memberId = `${guid}_${uid}`
    return [memberId, { memberId, guid, uid, groupDetails, userDetails }]
  })
  return { members: Object.fromEntries(records) }
}

/** Floods the service with imports, and kills it in the middle. */
async function flood(service: NodeProcess, round: number, guids: Set<string>, kept: Set<string>) {
  let sent = 0
  let answered = 0
  const sending = Array.from({ length: SENDERS }, async () => {
    for (;;) {
      const guid = `r${round}-c${sent}`
      const headers = { apikey: KEYS[sent % KEYS.length] ?? '' }
      sent += 1
      guids.add(guid)
      try {
        const path = `${service.url}/v3/data_import/members`
        const response = await fetch(path, post(call(guid), headers))
        const { data } = await response.json()
        const outcomes = Object.values<{ success: boolean }>(data)
        if (outcomes.length === MEMBERS_A_CALL && outcomes.every(({ success }) => success)) {
          kept.add(guid)
        }
      } catch {
        return
      }
      answered += 1
      if (answered === ANSWERED_BEFORE_KILL + round) service.child.kill('SIGKILL')
    }
  })
  await Promise.all(sending)
  await service.exited
}

describe('what the chat platform answered', () => {
  it(
    'acknowledged imports survive SIGKILL, each call as a whole',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
      const env = {
        DATABASE_URL: `file:${join(folder, 'kept.db')}`,
        PLATFORM_API_KEYS: KEYS.join(','),
      }
      const guids = new Set<string>()
      const kept = new Set<string>()
      for (let round = 0; round < ROUNDS; round += 1) {
        await flood(await startNode(env), round, guids, kept)
      }
      expect(kept.size).toBeGreaterThanOrEqual(ROUNDS * ANSWERED_BEFORE_KILL)

      const service = await startNode(env)
      const headers = { apikey: KEYS[0] ?? '' }
      for (const guid of guids) {
        const response = await fetch(`${service.url}/v3/groups/${guid}/members`, { headers })
        const { data, error } = await response.json()
        // What was under way may be there or not, but never in part.
        if (!kept.has(guid) && error) {
          expect(error.code).toBe('ERR_GUID_NOT_FOUND')
          continue
        }
        expect(data).toMatchObject(usersOf(guid))
      }
      service.child.kill('SIGKILL')
    },
    MAX_MS,
  )
})
