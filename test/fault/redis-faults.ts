import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RedisServer, startRedis } from '../helper/redis-server.ts'
import { post, user } from '../helper/test-services.ts'
import { type Answer, reply, startUpstream } from '../helper/upstream-server.ts'
import { API_KEY, type Service, startService } from './service.ts'

const PROCESSES = 2
/** Few enough for answers to come at once: what takes long is then due to Redis. */
const CALLERS_PER_PROCESS = 3
const PAUSE_MS = 20

/**
 * Answers may be later by this because of Redis than while nothing is wrong. One in a hundred is left out:
 * those are late on a busy machine. All who call when Redis fails are more.
 */
const MAX_DELAY_MS = 300
const COMPARED = 0.99

const WARM_UP = 'warm-up'
const QUIET = 'quiet'

interface Phase {
  name: string
  begin(redis: RedisServer): unknown
}

const PHASES: readonly Phase[] = [
  { name: WARM_UP, begin: () => {} },
  { name: QUIET, begin: () => {} },
  { name: 'stopped', begin: (redis) => redis.pause() },
  { name: 'resumed', begin: (redis) => redis.resume() },
  { name: 'killed', begin: (redis) => redis.kill() },
  { name: 'restarted empty', begin: (redis) => redis.restart() },
  { name: 'full', begin: (redis) => redis.cli('config', 'set', 'maxmemory', '1') },
  { name: 'with room again', begin: (redis) => redis.cli('config', 'set', 'maxmemory', '0') },
  {
    name: 'no channels',
    begin: (redis) => redis.cli('acl', 'setuser', 'default', 'resetchannels'),
  },
  { name: 'no scripts', begin: (redis) => redis.cli('acl', 'setuser', 'default', '-eval') },
  { name: 'all rights', begin: (redis) => redis.cli('acl', 'setuser', 'default', '&*', '+eval') },
]

/** Product Hunt, with launches of whatever topic is asked for. */
const productHunt: Answer = (question, response) => {
  const { topic } = JSON.parse(question.body).variables
  const edges = Array.from({ length: 5 }, (_, at) => ({
    node: {
      id: String(at),
      name: `Post ${at}`,
      tagline: 'A tagline',
      url: `https://www.producthunt.com/posts/${at}`,
      votesCount: 10 - at,
      commentsCount: 2,
      createdAt: '2026-11-20T08:01:00Z',
      topics: { edges: [{ node: { name: topic, slug: topic } }] },
    },
  }))
  reply(JSON.stringify({ data: { posts: { edges } } }))(question, response)
}

interface MessagesPage {
  data: { data: { text: string } }[]
  meta: { next?: { affix: string; id: string } }
}

/** Asks several processes that share Redis, while that fails in each of its ways. */
export async function tryRedis({ secondsPerPhase }: { secondsPerPhase: number }) {
  const redis = await startRedis()
  const upstream = await startUpstream(productHunt)
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  const env = {
    REDIS_URL: redis.url,
    DATABASE_URL: `file:${join(folder, 'platform.db')}`,
    PRODUCTHUNT_API_TOKEN: 'token',
    PRODUCTHUNT_API_URL: upstream.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const services: Service[] = []
  try {
    for (let at = 0; at < PROCESSES; at += 1) services.push(await startService(env))
    return await tryPhases({ redis, services, secondsPerPhase })
  } finally {
    for (const { kill } of services) await kill()
    await redis.kill()
    await upstream.stop()
  }
}

interface Trial {
  redis: RedisServer
  services: readonly Service[]
  secondsPerPhase: number
}

async function tryPhases({ redis, services, secondsPerPhase }: Trial) {
  const caller = createCaller()
  await caller.createUsers(services[0]?.url ?? '')

  const rows = []
  for (const { name, begin } of PHASES) {
    await begin(redis)
    caller.begin(name)
    const endsAtMs = performance.now() + secondsPerPhase * 1_000
    const callers = services.flatMap(({ url }) =>
      Array.from({ length: CALLERS_PER_PROCESS }, () => caller.callUntil(url, endsAtMs)),
    )
    await Promise.all(callers)
    rows.push({ phase: name, ...caller.end(), redis: await stateOf(services) })
  }
  for (const { url } of services) await caller.checkMessages(url)

  const quietMs = rows.find(({ phase }) => phase === QUIET)?.slowMs ?? 0
  const measured = rows.filter(({ phase }) => phase !== WARM_UP)
  const late = measured.filter((row) => row.slowMs > quietMs + MAX_DELAY_MS)
  const issues = late.map((row) => `${row.phase}: answers took ${row.slowMs} ms`)
  return { rows, issues: [...caller.issues, ...issues] }
}

async function stateOf(services: readonly Service[]) {
  const states = services.map(async ({ url }) => {
    const { shared } = await (await fetch(`${url}/status`)).json()
    return shared.failing ? 'away' : 'there'
  })
  return (await Promise.all(states)).join(', ')
}

function createCaller() {
  const issues: string[] = []
  const sent = new Set<string>()
  let phase = ''
  let messages = 0
  let times: number[] = []

  const check = (isRight: boolean, issue: string) => {
    if (!isRight && issues.length < 20) issues.push(`${phase}: ${issue}`)
  }

  const platform = (onBehalfOf?: string) => ({
    apikey: API_KEY,
    ...(onBehalfOf && { onBehalfOf }),
  })

  const timed = async (url: string, init: RequestInit = {}) => {
    const startedMs = performance.now()
    const response = await fetch(url, init)
    const text = await response.text()
    times.push(performance.now() - startedMs)
    const what = new URL(url).pathname
    check(response.ok, `${what}: ${response.status} ${text.slice(0, 200)}`)
    return text
  }

  const callOnce = async (url: string) => {
    messages += 1
    const text = `Message ${messages}`
    const message = { receiver: 'bob', receiverType: 'user', data: { text } }
    await timed(`${url}/v3/messages`, post(message, platform('ann')))
    sent.add(text)
    const topic = Math.floor(Math.random() * 50)
    const ranking = JSON.parse(await timed(`${url}/api/top?topic=${topic}`))
    check(ranking.posts?.length === 3, `a ranking of ${ranking.posts?.length}`)
    const stream = await timed(`${url}/stream`, post({ messages: [user('hello')] }))
    check(/"type":"done"[^\n]*\n$/.test(stream), `a stream that ends with ${stream.slice(-200)}`)
  }

  return {
    issues,

    async createUsers(url: string) {
      for (const uid of ['ann', 'bob']) {
        await fetch(`${url}/v3/users`, post({ uid, name: uid }, platform()))
      }
    },

    begin(name: string) {
      phase = name
      times = []
    },

    async callUntil(url: string, endsAtMs: number) {
      while (performance.now() < endsAtMs) {
        await callOnce(url).catch((error) => check(false, String(error)))
        await sleep(PAUSE_MS)
      }
    },

    end() {
      const sorted = times.sort((one, other) => one - other)
      const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
      return { answers: sorted.length, medianMs: at(0.5), slowMs: at(COMPARED) }
    },

    /** All that was answered is there. */
    async checkMessages(url: string) {
      const found = new Set<string>()
      let path: string | undefined = '/v3/users/bob/messages?limit=100'
      while (path) {
        const response: Response = await fetch(url + path, { headers: platform('ann') })
        const { data, meta }: MessagesPage = await response.json()
        for (const { data: content } of data) found.add(content.text)
        const { next } = meta
        path = next && `/v3/users/bob/messages?limit=100&affix=${next.affix}&id=${next.id}`
      }
      const lost = [...sent].filter((text) => !found.has(text))
      check(lost.length === 0, `${lost.length} of ${sent.size} messages are lost`)
    },
  }
}
