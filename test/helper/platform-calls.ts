/** Calls to the chat platform of a running service, as its server makes them. */
export function platformCalls(url: string, key: string) {
  /** What is in `data` of the answer. */
  return async function call(method: string, path: string, body?: unknown, as?: string) {
    const response = await fetch(url + path, {
      method,
      headers: {
        apikey: key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as !== undefined && { onBehalfOf: as }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer.data
  }
}
