import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { finish, sends, text } from '../../helper/model-server.ts'
import { startUpstream } from '../../helper/upstream-server.ts'
import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createTally, type Scenario, type TallyBuilder } from '../scenario.ts'
import { startService } from '../service.ts'

const READERS = 10
/** The model and the readers are in this process, which has much to do. */
const MAX_WAIT_MS = 10_000
/** More than the sockets' buffers hold, so that the service has to wait for its reader. */
const PIECE = 'word '.repeat(2_000)
const PIECES = 500
/** A reader that takes nothing is cut after half a minute. */
const CUT_WITHIN_MS = 45_000

/** Readers that ask for a long answer and take nothing of it, and readers that go away. */
export const stalledReaders: Scenario = {
  name: 'stalled readers',

  async run({ seconds }) {
    const builder = createTally()
    const pieces = Array.from({ length: PIECES }, () => text(PIECE))
    const model = await startUpstream(sends(...pieces, finish()))
    const env = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.url }
    const service = await startService({ env })
    const { pid } = service.child
    const before = await socketsOf(pid)

    const stalled = await Promise.all(
      Array.from({ length: READERS }, () => askAndStall(service.url)),
    )
    const leaving = await Promise.all(
      Array.from({ length: READERS }, () => askAndStall(service.url)),
    )
    for (const socket of leaving) socket.resetAndDestroy()
    for (let at = 0; at < seconds; at += 1) {
      await probe(`${service.url}/api/top`, builder, MAX_WAIT_MS)
      await setTimeout(1_000)
    }
    if (seconds * 1_000 < CUT_WITHIN_MS) for (const socket of stalled) socket.destroy()
    await expectNoMoreThan(before + 2, () => socketsOf(pid), builder)
    for (const socket of stalled) socket.destroy()

    await endService(service, builder)
    await model.stop()
    return builder.tally
  },
}

async function askAndStall(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Tell me everything.' }] })
  const socket = connect(Number(port), hostname).on('error', () => {}) // it may be cut
  await once(socket, 'connect')
  socket.pause()
  socket.write(
    `POST /stream HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return socket
}

async function expectNoMoreThan(
  count: number,
  sockets: () => Promise<number>,
  builder: TallyBuilder,
) {
  const endsAtMs = performance.now() + CUT_WITHIN_MS
  while (performance.now() < endsAtMs) {
    if ((await sockets()) <= count) return builder.right()
    await setTimeout(250)
  }
  return builder.wrong(`${await sockets()} sockets are left, of ${count} before`)
}

/** How many descriptors the process has open: each of its sockets has one. */
async function socketsOf(pid: number | undefined): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}
