import { expect, it } from 'vitest'
import { tryRequests } from './try-requests.ts'

it('no generated request is answered with a failure of ours, or without an end', {
  timeout: 480_000,
}, async () => {
  const tally = await tryRequests({ seed: 1, requests: 20_000, minutes: 4 })
  const { tried, right, serverErrors, hangs, issues } = tally
  expect(issues).toEqual([])
  expect({ right, serverErrors, hangs }).toEqual({ right: tried, serverErrors: 0, hangs: 0 })
  expect(tried).toBeGreaterThan(0)
})
