import { errors, Pool } from 'undici'
import { type Answer, checkAnswer, isServerError } from './check-answer.ts'
import type { GeneratedRequest } from './generated-requests.ts'
import type { TallyBuilder } from './tally.ts'

/** Longer than any answer on loopback may take, upstreams that fail apart. */
const MAX_WAIT_MS = 15_000

/** Callers of the service over keep-alive connections, with a tally of the answers. */
export function createSender(url: string, callers: number, tally: TallyBuilder) {
  // An address each: one that sends as many wrong keys would be shut out.
  const pools = Array.from({ length: callers }, (_, at) => {
    const timeouts = { headersTimeout: MAX_WAIT_MS, bodyTimeout: MAX_WAIT_MS }
    return new Pool(url, { ...timeouts, localAddress: `127.0.1.${at + 1}` })
  })
  let next = 0

  return {
    async send(request: GeneratedRequest): Promise<void> {
      const what = `${request.method} ${request.path.slice(0, 80)}`
      try {
        next = (next + 1) % callers
        const answer = await exchange(pools[next]!, request)
        if (!answer) return tally.right()
        const issue = checkAnswer(request, answer)
        const { status, text } = answer
        if (isServerError(answer))
          tally.wrong(
            `${what}: ${status} ${text.slice(0, 300)} <- ${request.body?.slice(0, 300)}`,
            'serverErrors',
          )
        else if (issue) tally.wrong(`${what}: ${issue}`)
        else tally.right()
      } catch (error) {
        const isHang =
          error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
        tally.wrong(`${what}: ${error}`, isHang ? 'hangs' : undefined)
      }
    },
    close: () => Promise.all(pools.map((pool) => pool.destroy())),
  }
}

/** Nothing where the caller left before the end. */
async function exchange(pool: Pool, request: GeneratedRequest): Promise<Answer | undefined> {
  const { method, path, headers, body, leaves } = request
  const response = await pool.request({ method, path, headers, body: body ?? null })
  if (leaves) {
    response.body.on('error', () => {}) // ours
    response.body.destroy()
    return undefined
  }
  const contentType = String(response.headers['content-type'] ?? '')
  return { status: response.statusCode, contentType, text: await response.body.text() }
}
