import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type ImportOutcome } from '../../src/client/client.ts'
import {
  API_KEY,
  fakeClock,
  memberRecord,
  memberRecords,
  type PlatformProxy,
  refuse,
  startPlatformProxy,
} from '../helper/platform-proxy.ts'
import { reply, replyPage, reset } from '../helper/upstream-server.ts'
import { failureOf } from './scripted-platform.fixture.ts'

let clock = fakeClock()
let platform: PlatformProxy

beforeEach(async () => {
  clock = fakeClock()
  platform = await startPlatformProxy({ now: () => clock.now() })
})
afterEach(() => platform.stop())

function client(options = {}) {
  return createClient(platform.url, { apiKey: API_KEY, clock, random: () => 0, ...options })
}

type Records = Parameters<ReturnType<typeof client>['importMembers']>[0]

async function outcomesOf(records: Records, options = {}) {
  const outcomes: ImportOutcome[] = []
  for await (const batch of client(options).importMembers(records)) outcomes.push(...batch)
  return outcomes
}

const codes = (outcomes: readonly ImportOutcome[]) =>
  outcomes.map((outcome) => (outcome.success ? 'in' : outcome.error.code))

const sizes = () =>
  platform.questions.map(({ body }) => Object.keys(JSON.parse(body).members).length)

describe('importMembers()', () => {
  it('importMembers() sends 50 records a call, each under its memberId and unchanged', async () => {
    const outcomes = await outcomesOf(memberRecords(120))
    expect(sizes()).toEqual([50, 50, 20])
    expect(codes(outcomes)).toEqual(Array(120).fill('in'))
    const [first] = platform.questions
    expect(first).toMatchObject({ method: 'POST', path: '/v3/data_import/members' })
    expect(first!.headers).toMatchObject({ apikey: API_KEY, 'content-type': 'application/json' })
    expect(JSON.parse(first!.body).members['team_user-7']).toEqual(memberRecord(7))
  })

  it('importMembers() makes fewer than 60 calls in any minute, over all imports of a client', async () => {
    const one = client()
    for (const _ of Array(56)) for await (const _ of one.importMembers([memberRecord(1)]));
    expect(clock.waits).toEqual([60_000])
  })

  it('a record with an error is reported and not sent again', async () => {
    const records = memberRecords(5).with(3, { ...memberRecord(3), uid: 'no blanks' })
    const outcomes = await outcomesOf(records)
    expect(codes(outcomes)).toEqual(['in', 'in', 'in', 'ERR_IMPORT_INVALID_MEMBER_FORMAT', 'in'])
    expect(sizes()).toEqual([5])
  })

  it('a record that the answer does not mention is reported', async () => {
    platform.failWith(reply(JSON.stringify({ data: {} })))
    expect(codes(await outcomesOf(memberRecords(1)))).toEqual(['unanswered'])
  })

  it('a call that is rejected for its content fails its records alone', async () => {
    platform.failWith(refuse(413, 'ERR_PAYLOAD_TOO_LARGE'))
    const outcomes = await outcomesOf(memberRecords(60))
    expect(codes(outcomes.slice(0, 50))).toEqual(Array(50).fill('ERR_PAYLOAD_TOO_LARGE'))
    expect(codes(outcomes.slice(50))).toEqual(Array(10).fill('in'))
  })

  it('an import ends when the service keeps failing', async () => {
    platform.answerWith(refuse(503, 'ERR_MISSION_FAILED'))
    const failure = await failureOf(outcomesOf(memberRecords(60), { retries: 2 }))
    expect(failure).toMatchObject({ status: 503 })
    expect(platform.questions).toHaveLength(3)
  })

  it('a key that is refused ends the import at once', async () => {
    platform.answerWith(refuse(401, 'AUTH_ERR_APIKEY_NOT_FOUND'))
    expect(await failureOf(outcomesOf(memberRecords(200)))).toMatchObject({ status: 401 })
    expect(platform.questions).toHaveLength(1)
  })

  it('two records of one key or member are sent in separate calls and in order', async () => {
    const first = memberRecord(1)
    const renamed = { ...first, userDetails: { uid: first.uid, name: 'Renamed' } }
    const twin = { ...memberRecord(1), memberId: 'another', guid: 'TEAM' }
    expect(codes(await outcomesOf([first, renamed, twin]))).toEqual(['in', 'in', 'in'])
    expect(sizes()).toEqual([1, 1, 1])
    expect(platform.members.get(first.memberId)).toEqual(renamed)
  })

  it('a stopped import finishes its current call and reports it', async () => {
    const stop = new AbortController()
    const outcomes: ImportOutcome[] = []
    for await (const batch of client().importMembers(memberRecords(500), { stop: stop.signal })) {
      outcomes.push(...batch)
      stop.abort()
    }
    expect(outcomes).toHaveLength(50)
    expect(platform.questions).toHaveLength(1)
  })

  it('each record is sent at least once and reported exactly once, whatever fails', async () => {
    const answers = {
      lost: platform.loseAnswer,
      reset,
      page: replyPage(502),
      limited: refuse(429, 'ERR_TOO_MANY_REQUESTS', { 'retry-after': '2' }),
      broken: refuse(500, 'ERR_MISSION_FAILED'),
    }
    const failure = fc.constantFrom(...Object.values(answers))
    // A record may stand there more than once; of each we must be told.
    const ids = fc.array(fc.nat({ max: 150 }), { maxLength: 130 })
    await fc.assert(
      fc.asyncProperty(ids, fc.array(failure, { maxLength: 4 }), async (numbers, failures) => {
        platform.imported.length = 0
        platform.failWith(...failures)
        const records = numbers.map(memberRecord)
        const outcomes = await outcomesOf(records)
        platform.drain()
        expect(outcomes.map(({ record }) => record)).toEqual(records)
        expect(outcomes.every(({ success }) => success)).toBe(true)
        expect(new Set(platform.imported)).toEqual(new Set(records.map(({ memberId }) => memberId)))
      }),
      { numRuns: 20 },
    )
  })
})
