import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLive } from '../../../src/chat/live/live.ts'
import { listen } from '../../../src/runtime/listen.node.ts'
import { messages } from '../../../src/storage/schema.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { KEY, testPlatform } from '../../helper/test-platform.ts'
import { silentLog } from '../delivery/delivery.fixture.ts'
import { importPeople, text } from '../people.fixture.ts'
import { isOf, leaveAll, listen as listenTo } from './live.fixture.ts'

const EDITS = 40
/** Together more than all buffers between the service and a reader hold. */
const EDIT_BYTES = 400_000

const closing: (() => unknown)[] = []
afterEach(async () => {
  await leaveAll()
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A service behind a real socket, and a reader that reads no more once it is ready. */
async function pausing() {
  const database = await emptyDatabase()
  const live = createLive({
    database,
    log: silentLog,
    limits: { heartbeatMs: 100, stalledMs: 1_000, paceMs: 10 },
  })
  const { app, call } = await testPlatform({ database, parts: { live } })
  await importPeople(call)
  const body = text('bob', 'Hi')
  const { body: sent } = await call('POST', '/v3/messages', { as: 'ann', body })
  const { server, url } = await listen(app, { hostname: '127.0.0.1', port: 0, log: silentLog })
  closing.push(() => server.close())

  const accepted = once(server, 'connection')
  const reader = connect(Number(new URL(url).port), '127.0.0.1')
  reader.on('error', () => {})
  closing.push(() => reader.destroy())
  const headers = ['host: localhost', `apikey: ${KEY}`, 'onbehalfof: bob']
  reader.write(`GET /v3/events HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const [socket]: Socket[] = await accepted
  let seen = ''
  reader.on('data', (piece) => {
    seen += piece
    if (seen.includes('event: ready')) reader.pause()
  })
  await vi.waitUntil(() => reader.isPaused(), 10_000)

  async function edit() {
    const data = { text: 'x'.repeat(EDIT_BYTES) + Math.random() }
    await database
      .update(messages)
      .set({ data })
      .where(eq(messages.id, Number(sent.data.id)))
  }
  return { app, call, edit, socket: socket! }
}

describe('a reader that pauses', () => {
  it('a listener that stops reading is disconnected, and others miss no event', async () => {
    const { app, edit, socket } = await pausing()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const quick = await listenTo(app, 'ann')
    for (let count = 0; count < EDITS; count += 1) {
      await edit()
      expect(await quick.until(isOf('message-edited'))).toHaveLength(1)
    }
    await closed
    // Well before the connection would be cut for want of any traffic, 30 s.
  }, 20_000)
})
