// The service that the benchmark of whole runs asks, in a process of its own: with the embedded
// model, or as `fixed` with one that repeats the first answer of the embedded model.
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { Model } from '../../src/agent/model-client.ts'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { createMetrics } from '../../src/runtime/metrics.node.ts'
import { createServices } from '../../src/services.ts'

const [kind = ''] = process.argv.slice(2)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())

const metrics = createMetrics()
const now = () => new Date()
const config = parseConfig({ LOG_LEVEL: 'info' })
const services = createServices(config, {
  log: createLog({ level: 'info', write: () => {}, now, observe: metrics.observe }),
  now,
  clock: () => performance.now(),
})
const model = kind === 'fixed' ? repeating(services.model) : services.model
const app = createApp({ ...services, model }, { metrics })
const { url } = await listen(app, { hostname: '127.0.0.1', port: 0, log: services.log })
process.send?.(url)

/** Repeats at each step of a run the answer that the model gave there first. */
function repeating(model: Model): Model {
  const answers: LanguageModelV3StreamPart[][] = []

  async function firstAnswer(step: number, options: Parameters<Model['doStream']>[0]) {
    const parts: LanguageModelV3StreamPart[] = []
    const reader = (await model.doStream(options)).stream.getReader()
    for (let { value } = await reader.read(); value; { value } = await reader.read()) {
      parts.push(value)
    }
    answers[step] = parts
    return parts
  }

  return {
    provider: model.provider,
    modelId: model.modelId,
    async doStream(options) {
      const step = options.prompt.filter(({ role }) => role === 'tool').length
      const parts = (answers[step] ?? (await firstAnswer(step, options))).values()
      const stream = new ReadableStream<LanguageModelV3StreamPart>(
        {
          pull(controller) {
            const { done, value } = parts.next()
            if (done) controller.close()
            else controller.enqueue(value)
          },
        },
        { highWaterMark: 0 },
      )
      return { stream }
    },
  }
}
