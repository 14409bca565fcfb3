/** A handful of server-sent events. */
const MOST_BYTES = 2048

/**
 * The same answer for the AI SDK to read. It takes a chunk apart at once, and its events weigh many
 * times their bytes; a model that is ahead of its reader comes in chunks of 64 KiB.
 */
export function inSmallChunks(response: Response): Response {
  return response.body ? new Response(split(response.body), response) : response
}

function split(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let rest: Uint8Array = new Uint8Array()

  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      while (rest.length === 0) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        rest = value
      }
      controller.enqueue(rest.subarray(0, MOST_BYTES))
      rest = rest.subarray(MOST_BYTES)
    },

    cancel: (reason) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
