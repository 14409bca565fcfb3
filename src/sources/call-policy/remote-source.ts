import * as z from 'zod'
import { untilAborted } from '../../core/abort.ts'
import { AppError, isErrorCode } from '../../core/error.ts'
import {
  LaunchesPage,
  type LaunchesRequest,
  type ProductRequest,
  type RankingRequest,
  type SourceName,
  type UpstreamSource,
} from '../source.ts'

type Remote<Request> = Omit<Request, 'signal'>

/** The source that the whole deployment shares, as other isolates call it. */
export interface RemoteStub {
  top(request: Remote<RankingRequest>): Promise<RemoteAnswer>
  launches(request: Remote<LaunchesRequest>): Promise<RemoteAnswer>
  product(request: Remote<ProductRequest>): Promise<RemoteAnswer>
}

/** A result or an error as plain data, since an error loses its class between isolates. */
export const RemoteAnswer = z.union([
  z.object({ result: LaunchesPage }),
  z.object({
    failure: z.object({
      code: z.string().refine(isErrorCode),
      message: z.string(),
      retryable: z.boolean(),
      retryAfterMs: z.number().optional(),
      cause: z.string().optional(),
    }),
  }),
])

export type RemoteAnswer = z.infer<typeof RemoteAnswer>

/**
 * A source in another isolate. Each request creates its own stub, because Workers tie a stub to the
 * request that created it. An abort only ends the wait: other callers may need the result.
 */
export function remoteSource(
  stub: () => RemoteStub,
  { name }: { name: SourceName },
): UpstreamSource {
  return {
    name,
    top: ({ signal, ...request }) => answered(() => stub().top(request), signal),
    launches: ({ signal, ...request }) => answered(() => stub().launches(request), signal),
    product: ({ signal, ...request }) => answered(() => stub().product(request), signal),
  }
}

async function answered(call: () => Promise<RemoteAnswer>, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  return fromRemoteAnswer(await untilAborted(send(call), signal))
}

async function send(call: () => Promise<RemoteAnswer>) {
  try {
    return await call()
  } catch (cause) {
    const message = 'Products are not available right now.'
    // Not of an upstream: the cause may be an error of our own, whose stack belongs in the log.
    throw new AppError('unavailable', message, { cause })
  }
}

/** Only an `AppError` becomes data. Any other error is thrown. */
export async function toRemoteAnswer(answer: Promise<LaunchesPage>): Promise<RemoteAnswer> {
  try {
    return { result: await answer }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, retryable, retryAfterMs } = error
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    return { failure: { code, message, retryable, retryAfterMs, cause } }
  }
}

export function fromRemoteAnswer(answer: RemoteAnswer): LaunchesPage {
  if ('result' in answer) return answer.result
  const { code, message, retryable, retryAfterMs, cause } = answer.failure
  throw new AppError(code, message, {
    retryable,
    retryAfterMs,
    ...(cause !== undefined && { cause: new Error(cause) }),
  })
}
