// How long an event takes to reach listeners in each of four processes that share Redis and one database
// file; and how long it takes while Redis is stopped.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNode } from '../helper/node-process.ts'
import { isRedisMissing, startRedis } from '../helper/redis-server.ts'

const PROCESSES = 4
const EVENTS = Number(process.env.EVENTS ?? 40)
const KEY = 'a-key-with-full-access'

if (!isRedisMissing) await measure()

async function measure() {
  const redis = await startRedis()
  const env = {
    REDIS_URL: redis.url,
    DATABASE_URL: `file:${join(mkdtempSync(join(tmpdir(), 'launchboard-')), 'platform.db')}`,
    PLATFORM_API_KEYS: KEY,
    LOG_LEVEL: 'info',
  }
  const services = await Promise.all(Array.from({ length: PROCESSES }, () => startNode(env)))
  try {
    const urls = services.map(({ url }) => url)
    const details = { groupDetails: { guid: 'harbor', name: 'Harbor', type: 'public' } }
    const user = { uid: 'ann', userDetails: { uid: 'ann', name: 'Ann' } }
    const members = { ann: { memberId: 'ann', guid: 'harbor', ...user, ...details } }
    await call(urls[0], '/v3/data_import/members', { members })
    const listeners = await Promise.all(urls.map(listen))
    report('with Redis, bar 100 ms', await timesOf(urls, listeners, EVENTS))
    redis.pause()
    await sleep(1_000)
    report('without it, bar 2,500 ms', await timesOf(urls, listeners, 5))
    redis.resume()
  } finally {
    for (const { child } of services) child.kill('SIGKILL')
    await redis.kill()
  }
}

/** For each event, the time until its own process has it, and until the last one has it. */
async function timesOf(urls: readonly string[], listeners: readonly Listener[], count: number) {
  const times: { own: number; last: number }[] = []
  for (let index = 0; index < count; index += 1) {
    const text = crypto.randomUUID()
    const arrivals = listeners.map((next) => next(text))
    const startedMs = performance.now()
    const message = { receiver: 'harbor', receiverType: 'group', category: 'message', type: 'text' }
    const sender = index % urls.length
    await call(urls[sender], '/v3/messages', { ...message, data: { text } })
    const arrivedMs = (await Promise.all(arrivals)).map((atMs) => atMs - startedMs)
    times.push({ own: arrivedMs[sender] ?? Number.NaN, last: Math.max(...arrivedMs) })
    await sleep(50)
  }
  return times
}

function report(what: string, times: readonly { own: number; last: number }[]) {
  const spread = (values: readonly number[]) => {
    const sorted = values.toSorted((one, other) => one - other)
    const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
    return `${median.toFixed(1)} ms, at most ${Math.max(...sorted).toFixed(1)} ms`
  }
  console.log(
    `  ${what}: an event is in all of ${PROCESSES} processes in ${spread(times.map(({ last }) => last))}; ` +
      `in its own in ${spread(times.map(({ own }) => own))}`,
  )
}

/** Resolves with the time at which this text arrives. */
type Listener = (text: string) => Promise<number>

async function listen(url: string): Promise<Listener> {
  const { body } = await fetch(`${url}/v3/events`, { headers: headersOf('ann') })
  if (!body) throw new Error('no events')
  let seen = ''
  let onText = () => {}
  const sink = new WritableStream<string>({
    write(text) {
      seen += text
      onText()
    },
  })
  // It ends with its process.
  body
    .pipeThrough(new TextDecoderStream())
    .pipeTo(sink)
    .catch(() => {})
  const arrival = (text: string) =>
    new Promise<number>((resolve) => {
      onText = () => {
        if (seen.includes(text)) resolve(performance.now())
      }
      onText()
    })
  await arrival('event: ready')
  return arrival
}

async function call(url: string | undefined, path: string, body: object) {
  const init = { method: 'POST', headers: headersOf('ann'), body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

function headersOf(uid: string) {
  return { apikey: KEY, onbehalfof: uid, 'content-type': 'application/json' }
}
