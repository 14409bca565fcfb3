import type { Page } from 'playwright-core'
import { useBrowser, type VisitorOptions } from './browser.ts'
import { useService } from './use-service.ts'

/** With full access; `useDashboard` starts a service that accepts it. */
export const API_KEY = 'a-key-of-the-test-0123'

/** A service with a chat platform, and its dashboard, for the tests of a file. */
export function useDashboard(env: Record<string, string> = {}) {
  const visit = useBrowser()
  const service = useService({ PLATFORM_API_KEYS: API_KEY, ...env })

  return {
    visit,
    service,
    /** Calls the platform as the customer's server does. Resolves with the `data` of the response. */
    call: (method: string, path: string, body?: unknown, onBehalfOf?: string) =>
      callPlatform(service.url, { method, path, body, onBehalfOf }),
    /** Opens a page of the dashboard as a new visitor and enters the API key. */
    async open(path: string, options: VisitorOptions = {}): Promise<Page> {
      const page = await visit(service.url + path, options)
      await enterKey(page)
      return page
    },
  }
}

/** Enters the key in the form that each page of the dashboard shows first. */
export async function enterKey(page: Page, key = API_KEY): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor()
}

interface PlatformCall {
  method: string
  path: string
  body?: unknown
  onBehalfOf?: string | undefined
}

export async function callPlatform(url: string, { method, path, body, onBehalfOf }: PlatformCall) {
  const response = await fetch(url + path, {
    method,
    headers: {
      apikey: API_KEY,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer.data
}
