import { AppError } from '../../error.ts'
import { untilAborted } from '../../until-aborted.ts'
import type { ProductSource, RankingRequest, SourceName } from '../source.ts'
import { fromRemoteAnswer, type RemoteAnswer } from './remote-answer.ts'

export type RemoteQuestion = Omit<RankingRequest, 'signal'>

/** What answers for the whole deployment. */
export interface RemoteStub {
  top(question: RemoteQuestion): Promise<RemoteAnswer>
}

/**
 * A source that answers elsewhere. The stub is made anew each time, because Workers tie it to the
 * request it was made in. Who aborts leaves; the call goes on, for others may wait for it.
 */
export function remoteSource(
  stub: () => RemoteStub,
  { name }: { name: SourceName },
): ProductSource {
  return {
    name,
    async top({ signal, ...question }) {
      signal?.throwIfAborted()
      return fromRemoteAnswer(await untilAborted(ask(stub, question), signal))
    },
  }
}

async function ask(stub: () => RemoteStub, question: RemoteQuestion) {
  try {
    return await stub().top(question)
  } catch (cause) {
    const message = 'The products cannot be asked for right now.'
    throw new AppError('upstream-unavailable', message, { cause })
  }
}
