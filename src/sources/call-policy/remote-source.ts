import { untilAborted } from '../../core/abort.ts'
import { AppError, type ErrorCode } from '../../core/error.ts'
import type { ProductSource, RankingRequest, SourceName, SourceResult } from '../source.ts'

export type RemoteRequest = Omit<RankingRequest, 'signal'>

/** The one source of the whole deployment, as other isolates see it. */
export interface RemoteStub {
  top(request: RemoteRequest): Promise<RemoteAnswer>
}

/** A result or an error as plain data: an error that is sent to another isolate loses its class. */
type RemoteAnswer = { reading: SourceResult } | { failure: RemoteError }

interface RemoteError {
  code: ErrorCode
  message: string
  retryable: boolean
  retryAfterMs: number | undefined
  cause: string | undefined
}

/**
 * A source in another isolate. The stub is made for each request, because Workers tie it to the
 * request it was made in. A caller that aborts leaves; the call goes on, as others may wait for it.
 */
export function remoteSource(
  stub: () => RemoteStub,
  { name }: { name: SourceName },
): ProductSource {
  return {
    name,
    async top({ signal, ...request }) {
      signal?.throwIfAborted()
      return fromRemoteAnswer(await untilAborted(send(stub, request), signal))
    },
  }
}

async function send(stub: () => RemoteStub, request: RemoteRequest) {
  try {
    return await stub().top(request)
  } catch (cause) {
    const message = 'Products are not available right now.'
    throw new AppError('upstream-unavailable', message, { cause })
  }
}

/** An unexpected error stays an exception. */
export async function toRemoteAnswer(answer: Promise<SourceResult>): Promise<RemoteAnswer> {
  try {
    return { reading: await answer }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, retryable, retryAfterMs } = error
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    return { failure: { code, message, retryable, retryAfterMs, cause } }
  }
}

function fromRemoteAnswer(answer: RemoteAnswer): SourceResult {
  if ('reading' in answer) return answer.reading
  const { code, message, retryable, retryAfterMs, cause } = answer.failure
  throw new AppError(code, message, {
    retryable,
    retryAfterMs,
    ...(cause !== undefined && { cause: new Error(cause) }),
  })
}
