import { expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { testPlatform } from '../helper/test-platform.ts'

it('calls with a good key are 503 until the database can be used', async () => {
  let isUsable = false
  const checkDatabase = async () => {
    if (!isUsable) throw new AppError('unavailable', 'A later version wrote the database.')
  }
  const { call } = await testPlatform({ parts: { checkDatabase } })
  expect(await call('GET', '/v3/users')).toMatchObject({
    status: 503,
    body: { error: { message: 'A later version wrote the database.' } },
  })
  isUsable = true
  expect(await call('GET', '/v3/users')).toMatchObject({ status: 200 })
})
