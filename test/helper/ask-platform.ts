/** With full access; a service of a test has it in `PLATFORM_API_KEYS`. */
export const API_KEY = 'a-key-of-the-test-0123'

/** Asks the platform of a service, to have something that the dashboard shows. */
export async function askPlatform(url: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/v3${path}`, {
    headers: { apikey: API_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer.data
}
