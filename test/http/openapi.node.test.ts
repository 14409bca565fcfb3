import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '../helper/test-platform.ts'

const TOKEN = 'a-token-of-the-chat-page'

describe('/openapi.json', () => {
  it.each([
    ['with tokens', { AGENT_TOKENS: TOKEN }],
    ['without', {}],
  ])(
    'the OpenAPI document follows all recommended Redocly rules, %s',
    async (_what, env) => {
      const { app } = await testPlatform({ env })
      const headers = { authorization: `Bearer ${TOKEN}` }
      const source = await (await app.request('/openapi.json', { headers })).text()
      expect(JSON.parse(source).paths).toHaveProperty(['/v3/users', 'post'])
      const config = await createConfig({ extends: ['recommended'] })
      const found = await lintFromString({ source, absoluteRef: 'openapi.json', config })
      const issues = found.map(({ ruleId, message, location }) => {
        return `${ruleId}: ${message} ${location.map(({ pointer }) => pointer).join()}`
      })
      expect(issues).toEqual([])
    },
    60_000,
  )

  it('every operation has a summary and a description', async () => {
    const { app } = await testPlatform()
    const { info, paths } = await (await app.request('/openapi.json')).json()
    const operations: Record<string, string>[] = Object.values(paths).flatMap((item) =>
      Object.values(item as object),
    )
    const silent = operations.filter(({ summary, description }) => !summary || !description)
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
    expect(info.contact.name).toBeTruthy()
  })
})
