import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '../helper/test-platform.ts'

const TOKEN = 'a-token-of-the-chat-page'

describe('/openapi.json', () => {
  it.each([
    ['with tokens', { AGENT_TOKENS: TOKEN }],
    ['without', {}],
  ])(
    'keeps all the rules that Redocly recommends, %s',
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
})
