// The service that the benchmark of whole runs asks, in a process of its own.

import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { modelData } from '../../src/language/model-data.node.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { createMetrics } from '../../src/runtime/metrics.node.ts'
import { createServices } from '../../src/services.ts'

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())

const metrics = createMetrics()
const now = () => new Date()
const services = createServices(parseConfig({ LOG_LEVEL: 'info' }), {
  log: createLog({ level: 'info', write: () => {}, now, observe: metrics.observe }),
  now,
  clock: () => performance.now(),
  modelData,
})
const app = createApp(services, { metrics })
const { url } = await listen(app, { hostname: '127.0.0.1', port: 0, log: services.log })
process.send?.(url)
