// What live events cost: the heap of a listener, and how long an event takes to reach all of them;
// against a bare node:http server that holds and writes as much.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const LISTENERS = Number(process.env.LISTENERS ?? 1_000)
const EVENTS = 30
const MAX_KIB = 25
const MAX_MS = 100
const IMPORTED_AT_ONCE = 50

const agent = new Agent({ keepAlive: true })
const uidOf = (index: number) => `user-${index}`

for (const kind of ['bare', 'service'] as const) {
  const child = spawnServer(kind)
  try {
    await measure(kind, child)
  } finally {
    child.disconnect()
  }
}

type Kind = 'bare' | 'service'

async function measure(kind: Kind, child: ChildProcess) {
  const url = String(await said(child))
  const send = (text: string) => post(url, text)
  if (kind === 'service') await importMembers(url)
  // Whatever is made once is there before it is counted.
  const warm = await Promise.all([0, 1, 2].map((index) => listenTo(url, index)))
  for (let count = 0; count < 5; count += 1) await send('warm')
  for (const { response } of warm) response.destroy()
  await sleep(500)

  const before = await heapOf(child)
  const listeners = []
  for (let index = 0; index < LISTENERS; index += 1) listeners.push(await listenTo(url, index))
  const kib = ((await heapOf(child)) - before) / LISTENERS / 1024
  const times: number[] = []
  for (let count = 0; count < EVENTS; count += 1) {
    const arrivals = listeners.map((listener) => listener.next())
    const startedMs = performance.now()
    void send(`event ${count}`)
    const arrivedMs = await Promise.all(arrivals)
    times.push(Math.max(...arrivedMs) - startedMs)
    await sleep(50)
  }
  for (const { response } of listeners) response.destroy()
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  console.log(
    `  ${kind.padEnd(8)} ${LISTENERS} listeners: ${kib.toFixed(1)} KiB of heap each (bar ${MAX_KIB}); ` +
      `an event is sent and at all of them in ${at(0.5)} ms, at most ${at(1)} ms (bar ${MAX_MS})`,
  )
}

/** A listener that is ready, and when each event arrived. */
async function listenTo(url: string, index: number) {
  const headers = { apikey: 'key', onbehalfof: uidOf(index) }
  const asked = get(`${url}/v3/events`, { headers, agent: false })
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (response?.statusCode !== 200) throw new Error(`listening: ${response?.statusCode}`)
  let arrived = (_atMs: number) => {}
  const next = () => {
    return new Promise<number>((resolve) => {
      arrived = resolve
    })
  }
  response.on('error', () => {})
  await new Promise<void>((resolve) => {
    response.on('data', (piece: Buffer) => {
      if (piece.includes('event: ready')) resolve()
      if (piece.includes('event: message-sent')) arrived(performance.now())
    })
  })
  return { response, next }
}

async function importMembers(url: string) {
  for (let from = 0; from < LISTENERS; from += IMPORTED_AT_ONCE) {
    const entries = Array.from({ length: IMPORTED_AT_ONCE }, (_, at) => {
      const uid = uidOf(from + at)
      const groupDetails = { guid: 'all', name: 'All', type: 'public' }
      const record = { memberId: uid, guid: 'all', uid, userDetails: { uid, name: uid } }
      return [uid, { ...record, groupDetails }]
    })
    await send(url, '/v3/data_import/members', { members: Object.fromEntries(entries) })
  }
}

function post(url: string, text: string) {
  const message = { receiver: 'all', receiverType: 'group', data: { text } }
  return send(url, '/v3/messages', message)
}

async function send(url: string, path: string, body: unknown) {
  const headers = { apikey: 'key', onbehalfof: uidOf(0), 'content-type': 'application/json' }
  const sent = request(url + path, { method: 'POST', headers, agent })
  sent.end(JSON.stringify(body))
  const [response]: IncomingMessage[] = await once(sent, 'response')
  response?.resume()
  if (response?.statusCode !== 200) throw new Error(`${path}: ${response?.statusCode}`)
}

function spawnServer(kind: Kind) {
  const { pathname } = new URL('events-server.ts', import.meta.url)
  return spawn(process.execPath, ['--expose-gc', '--import', 'tsx', pathname, kind], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function heapOf(child: ChildProcess): Promise<number> {
  const answer = said(child)
  child.send('heap')
  return Number(await answer)
}

async function said(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message')
  return message
}
