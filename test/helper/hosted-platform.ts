import type { ServerResponse } from 'node:http'
import { testPlatform } from './test-platform.ts'
import { post } from './test-services.ts'
import { type Answer, type Question, reply, startUpstream } from './upstream-server.ts'

export const API_KEY = 'k3y-that-must-not-be-seen'

interface HostedSetup {
  now?: () => Date
  /** A limit below that of the app. */
  importsAMinute?: number
}

type Members = Record<string, Record<string, unknown>>

/**
 * A chat platform over HTTP that fails where it is told to. Imports go to the real app in this
 * process; this proxy in front of it refuses records, limits calls more strictly, and loses
 * answers. The other operations have canned answers, because tests of the client look at what it
 * sends and not at what becomes of it: what becomes of it is tested in own-platform.test.ts.
 */
export async function startHostedPlatform({
  now = () => new Date(),
  importsAMinute = Number.POSITIVE_INFINITY,
}: HostedSetup = {}) {
  const { app } = await testPlatform({ env: { PLATFORM_API_KEYS: API_KEY }, now })
  /** The records that the app acknowledged, by their key, and all of their keys in order. */
  const members = new Map<string, Record<string, unknown>>()
  const imported: string[] = []
  const imports: number[] = []
  const failing: Answer[] = []
  let refuses = (_record: Record<string, unknown>): string | undefined => undefined

  const rooms: Record<string, unknown> = { settings: {}, reactions: [], agents: [], actions: [] }

  /** How long until an import may be made, where the limit is stricter than the app's. */
  function importWaitMs() {
    const at = now().getTime()
    while (imports[0] !== undefined && imports[0] <= at - 60_000) imports.shift()
    if (imports.length >= importsAMinute) return (imports[0] ?? at) + 60_000 - at
    imports.push(at)
    return 0
  }

  async function importMembers(question: Question, response: ServerResponse) {
    const waitMs = importWaitMs()
    if (waitMs > 0) {
      const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) }
      return refuse(429, 'ERR_TOO_MANY_REQUESTS', headers)(question, response)
    }
    const accepted: Members = JSON.parse(question.body).members
    const refused: Record<string, unknown> = {}
    for (const [key, record] of Object.entries(accepted)) {
      const code = refuses(record)
      if (code === undefined) continue
      refused[key] = { success: false, error: { code, message: `no: ${key}` } }
      delete accepted[key]
    }

    const apikey = String(question.headers.apikey)
    const answer = await app.request(question.path, post({ members: accepted }, { apikey }))
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
    const answer = keyRefusal(question) ?? operation(question)
    return answer(question, response)
  }

  function operation({ method, path, body: text }: Question): Answer {
    const { pathname, searchParams } = new URL(path, 'http://platform')
    const body = text === '' ? {} : JSON.parse(text)

    if (pathname === '/v3/data_import/members') return importMembers
    if (pathname === '/v3/messages') return data({ id: 101, sentAt: 1_700_000_000, ...body })
    if (/\/reactions(\/|$)/.test(pathname)) return data(...page(searchParams))
    if (pathname === '/v3/notifications/v1/settings') return settings(method, body)
    if (pathname.startsWith('/v3/ai-agents/')) return data(registered(method, pathname, body))
    return refuse(404, 'ERR_API_NOT_FOUND')
  }

  function settings(method: string, body: object) {
    if (method === 'GET') return data(rooms.settings, {})
    rooms.settings = method === 'DELETE' ? {} : { ...Object(rooms.settings), ...body }
    return data({ success: true })
  }

  function page(query: URLSearchParams): [unknown, object] {
    const limit = Number(query.get('limit') ?? 100)
    const from = Number(query.get('id') ?? 0)
    const all = Array.isArray(rooms.reactions) ? rooms.reactions : []
    const isBack = query.get('affix') === 'prepend'
    const matching = all.filter(({ id }) => (isBack ? Number(id) < from : Number(id) > from))
    const items = isBack ? matching.slice(-limit) : matching.slice(0, limit)
    const more = matching.length > items.length
    const [name, affix, item] = isBack
      ? ['previous', 'prepend', items[0]]
      : ['next', 'append', items.at(-1)]
    const cursor = more && { [name]: { affix, id: item.id } }
    return [items, { current: { limit, count: items.length }, ...cursor }]
  }

  function registered(method: string, pathname: string, body: object) {
    const [, , , kind, name] = pathname.split('/')
    if (name === 'test') return { answered: true }
    if (method === 'GET' && !name) return [{ uid: 'a1', name: 'One' }]
    if (method === 'DELETE') return { success: true }
    return { uid: name ?? 'a1', name: name ?? kind, ...body }
  }

  let whenAsked = (_calls: number): unknown => undefined

  const upstream = await startUpstream((question, response) => {
    const answer = () => (failing.shift() ?? route)(question, response)
    Promise.resolve(whenAsked(upstream.questions.length)).then(answer, answer)
  })

  return {
    ...upstream,
    members,
    imported,
    rooms,
    /** The next calls are answered so, one each. */
    failWith(...answers: Answer[]) {
      failing.push(...answers)
    },
    /** Records for which this names a code do not go in. */
    refuseRecords(next: typeof refuses) {
      refuses = next
    },
    /** Comes before the answer to each call, and is told how many there were. */
    whenAsked(next: typeof whenAsked) {
      whenAsked = next
    },
    /** Forgets the failures that were not called for. */
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
      route(question, response)
    },
  }
}

export type HostedPlatform = Awaited<ReturnType<typeof startHostedPlatform>>

function keyRefusal({ headers }: Question) {
  if (!headers.apikey) return refuse(401, 'AUTH_ERR_EMPTY_APIKEY')
  return headers.apikey === API_KEY ? undefined : refuse(401, 'AUTH_ERR_APIKEY_NOT_FOUND')
}

function data(value: unknown, meta?: object) {
  return reply(JSON.stringify({ data: value, meta }))
}

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
