import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

describe('GET /health', () => {
  it('the health of a running service is ok, with the time', async () => {
    const body = await (await app.request('/health')).json()
    expect(body).toEqual({ status: 'ok', timestamp: '2026-11-20T18:00:00.000Z' })
  })

  it('HEAD is answered as GET is, without the body', async () => {
    const response = await app.request('/health', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('')
  })
})

describe('GET /status', () => {
  it('the status names what serves each part', async () => {
    const response = await app.request('/status')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      model: { serves: 'embedded' },
      ranking: { serves: 'catalogue' },
    })
  })
})
