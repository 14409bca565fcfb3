import type { ServerResponse } from 'node:http'
import { testPlatform } from './test-platform.ts'
import { type Answer, type Question, reply, startUpstream } from './upstream-server.ts'

export const API_KEY = 'k3y-that-must-not-be-seen'

type Members = Record<string, Record<string, unknown>>

/**
 * The real app behind a proxy on loopback that fails on demand, for tests of the client. The
 * failures have to be made up, because the app never does these things, but the hosted platform
 * does: it rejects valid records, breaks connections, and sends pages and partial answers.
 */
export async function startPlatformProxy({ now = () => new Date() } = {}) {
  const agentFetch = () => Promise.reject(new Error('agents are not called in these tests'))
  const env = { PLATFORM_API_KEYS: API_KEY }
  const { app } = await testPlatform({ env, now, parts: { agentFetch } })
  /** The records that the app acknowledged, by their key, and all of their keys in order. */
  const members = new Map<string, Record<string, unknown>>()
  const imported: string[] = []
  const failing: Answer[] = []
  let refuses = (_record: Record<string, unknown>): string | undefined => undefined

  function askApp({ method, path, headers, body }: Question, sent = body) {
    const all = new Headers({ host: 'localhost' })
    for (const name of ['apikey', 'onbehalfof', 'content-type']) {
      if (headers[name] !== undefined) all.set(name, String(headers[name]))
    }
    return app.request(path, { method, headers: all, ...(sent !== '' && { body: sent }) })
  }

  async function forward(question: Question, response: ServerResponse) {
    const answer = await askApp(question)
    const headers = Object.fromEntries(answer.headers)
    reply(await answer.text(), answer.status, headers)(question, response)
  }

  async function importMembers(question: Question, response: ServerResponse) {
    const accepted: Members = JSON.parse(question.body).members
    const refused: Record<string, unknown> = {}
    for (const [key, record] of Object.entries(accepted)) {
      const code = refuses(record)
      if (code === undefined) continue
      refused[key] = { success: false, error: { code, message: `no: ${key}` } }
      delete accepted[key]
    }

    const answer = await askApp(question, JSON.stringify({ members: accepted }))
    const body = await answer.json()
    if (body.data) acknowledge(accepted, body.data)
    const headers = Object.fromEntries(answer.headers)
    const merged = body.data ? { data: { ...body.data, ...refused } } : body
    return reply(JSON.stringify(merged), answer.status, headers)(question, response)
  }

  function acknowledge(records: Members, entries: Record<string, { success: boolean }>) {
    for (const [key, { success }] of Object.entries(entries)) {
      if (!success) continue
      members.set(key, records[key] ?? {})
      imported.push(key)
    }
  }

  function route(question: Question, response: ServerResponse) {
    const isImport = question.path === '/v3/data_import/members'
    const isKnown = question.headers.apikey === API_KEY
    return (isImport && isKnown ? importMembers : forward)(question, response)
  }

  let whenAsked = (_calls: number): unknown => undefined

  const upstream = await startUpstream((question, response) => {
    const answer = () => (failing.shift() ?? route)(question, response)
    const calls = upstream.questions.filter(({ method }) => method === 'POST').length
    const asked = question.method === 'POST' ? whenAsked(calls) : undefined
    Promise.resolve(asked).then(answer, answer)
  })

  return {
    ...upstream,
    members,
    imported,
    /** The next calls are answered so, one each. */
    failWith(...answers: Answer[]) {
      failing.push(...answers)
    },
    /** Records for which this names a code are rejected. */
    refuseRecords(next: typeof refuses) {
      refuses = next
    },
    /** Called before each answer to a POST, with the number of them so far. */
    whenAsked(next: typeof whenAsked) {
      whenAsked = next
    },
    /** Forgets the failures that no call has met. */
    drain() {
      failing.length = 0
    },
    /** Does what it is asked, and the answer is lost on its way. */
    loseAnswer(question: Question, response: ServerResponse) {
      const { socket } = response
      response.writeHead = () => response
      response.end = () => {
        socket?.resetAndDestroy()
        return response
      }
      return route(question, response)
    },
  }
}

export type PlatformProxy = Awaited<ReturnType<typeof startPlatformProxy>>

/** A failure in the platform's envelope. */
export function refuse(
  status: number,
  code: string,
  headers = {},
  message = `it is ${code}`,
): Answer {
  const error = { code, message, devMessage: message, details: {} }
  return reply(JSON.stringify({ error }), status, headers)
}

/** Time that passes only where somebody waits for it. */
export function fakeClock(start = new Date('2026-11-20T18:00:00.000Z')) {
  let at = start.getTime()
  const waits: number[] = []
  return {
    waits,
    now: () => new Date(at),
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted()
      waits.push(ms)
      at += ms
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    },
  }
}

/** Good records, the first of them number `from`. */
export function memberRecords(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => memberRecord(from + index))
}

export function memberRecord(index: number) {
  const guid = 'team'
  const uid = `user-${index}`
  return {
    memberId: `${guid}_${uid}`,
    guid,
    uid,
    scope: 'participant' as const,
    joinedAt: '1700000000',
    groupDetails: { guid, name: 'Team', type: 'public' as const, createdAt: '1600000000' },
    userDetails: { uid, name: `User ${index}` },
  }
}
