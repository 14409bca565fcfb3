const { LAUNCHBOARD_URL = 'http://127.0.0.1:8787', LAUNCHBOARD_TOKEN } = process.env

/** Passes the chat on with the token, which the browser never sees. */
export async function POST(request: Request): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (LAUNCHBOARD_TOKEN) headers.set('authorization', `Bearer ${LAUNCHBOARD_TOKEN}`)
  const answer = await fetch(`${LAUNCHBOARD_URL}/api/ui/chat`, {
    method: 'POST',
    headers,
    body: await request.text(),
    // The run ends when the visitor leaves.
    signal: request.signal,
  })
  const { status, body } = answer
  const passed = ['content-type', 'x-vercel-ai-ui-message-stream', 'retry-after']
  const entries = passed.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(body, { status, headers: entries })
}
