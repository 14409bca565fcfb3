import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

describe('GET /agent/actions', () => {
  it('/agent/actions has triggerConfetti as a platform registers it', async () => {
    const { app, services } = testApp()
    const response = await app.request('/agent/actions')
    const { actions, tools } = await response.json()
    expect(actions).toHaveLength(1)
    expect(actions[0]).toMatchObject({
      displayName: expect.any(String),
      executionText: expect.any(String),
      name: 'triggerConfetti',
      description: expect.any(String),
      doNotExecute: false,
      parameters: { type: 'object', required: [] },
    })
    for (const property of Object.values(actions[0].parameters.properties)) {
      expect(property).toMatchObject({ type: expect.any(String), description: expect.any(String) })
    }
    const others = services.tools.filter(({ name }) => name !== 'triggerConfetti')
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(others.map(({ name }) => name))
  })
})
