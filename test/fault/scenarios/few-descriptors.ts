import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createTally, type Scenario } from '../scenario.ts'
import { startService } from '../service.ts'

const DESCRIPTORS = 64
const IDLE_CONNECTIONS = 100
const REQUESTS = 20
const MAX_WAIT_MS = 5_000

/** More idle connections than the process may have descriptors. */
export const fewDescriptors: Scenario = {
  name: 'few descriptors',

  async run() {
    const builder = createTally()
    const service = await startService({ ulimit: `-n ${DESCRIPTORS}` })
    const { hostname, port } = new URL(service.url)
    const idle: Socket[] = []
    for (let at = 0; at < IDLE_CONNECTIONS; at += 1) {
      const socket = connect(Number(port), hostname).on('error', () => {}) // it may give way
      await once(socket, 'connect')
      idle.push(socket)
    }
    for (let at = 0; at < REQUESTS; at += 1) {
      await probe(`${service.url}/health`, builder, MAX_WAIT_MS)
      await probe(`${service.url}/docs`, builder, MAX_WAIT_MS)
      await probe(`${service.url}/assets/docs.js`, builder, MAX_WAIT_MS)
    }
    for (const socket of idle) socket.destroy()
    await endService(service, builder)
    return builder.tally
  },
}
