import { expect, it } from 'vitest'
import { parseConfig } from '../../src/config/config.ts'
import { warmUp } from '../../src/runtime/warm-up.node.ts'
import { testApp } from '../helper/test-services.ts'

it('a start survives a live source that is down', async () => {
  const env = { PRODUCTHUNT_API_TOKEN: 'token', PRODUCTHUNT_API_URL: 'http://127.0.0.1:1/graphql' }
  const { services, records } = testApp({ env })
  await expect(warmUp(services, parseConfig(env))).resolves.toBeUndefined()
  expect(records()).toContainEqual(expect.objectContaining({ outcome: 'failed' }))
})
