import { expect, it, vi } from 'vitest'
import { parseConfig } from '../../src/config/config.ts'
import { warmUp } from '../../src/runtime/warm-up.node.ts'
import { testApp } from '../helper/test-services.ts'

it.each([
  ['asks a live source nothing', { PRODUCTHUNT_API_TOKEN: 'token' }, 0],
  ['builds the index of a catalogue', {}, 1],
])('a start %s', async (_what, env, searches) => {
  const { services } = testApp({ env })
  const search = vi.fn(services.search.search)
  await warmUp({ ...services, search: { ...services.search, search } }, parseConfig(env))
  expect(search).toHaveBeenCalledTimes(searches)
})
