import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localService } from '../../src/cli/local-service.node.ts'
import { event, sendsThenHangs } from '../helper/model-server.ts'
import { readUntil } from '../helper/read-until.ts'
import { turns } from '../helper/turns.ts'
import { startUpstream, type Upstream } from '../helper/upstream-server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let model: Upstream
beforeAll(async () => {
  const choices = [{ index: 0, delta: { content: 'Hello' } }]
  model = await startUpstream(
    sendsThenHangs(event({ id: 'a', object: 'chat.completion.chunk', choices })),
  )
})
afterAll(() => model.stop())

it('an aborted run ends although garbage was collected meanwhile', async () => {
  const env = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.url }
  const fetch = await localService(env, () => {})
  const controller = new AbortController()
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] })
  const response = await fetch('http://localhost/stream', {
    ...{ method: 'POST', body, signal: controller.signal },
  })
  const reader = response.body!.getReader()
  await readUntil(reader, 'Hello')

  for (let round = 0; round < 5; round += 1) {
    collectGarbage()
    await turns()
  }
  controller.abort()
  await model.questions[0]!.closed
  expect((await reader.read()).done).toBe(true)
})
