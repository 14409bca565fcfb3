import type { Config } from '../config/config.ts'
import { NO_UPSTREAM, type PartStatus } from '../core/status.ts'
import { type AnsweredLaunches, answeredLaunches } from '../sources/answered-launches.ts'
import { cachedSource } from '../sources/cache/cached-source.ts'
import { catalogueSource } from '../sources/catalogue.ts'
import { liveProductHunt, noTokenSource } from '../sources/product-hunt/product-hunt-source.ts'
import type { ProductSource } from '../sources/source.ts'
import { pickSourceCache } from './pick-source-cache.ts'
import type { PickDeps } from './runtime.ts'

interface PickedRanking {
  source: ProductSource
  /** What a live source has answered. */
  answered?: AnsweredLaunches
  status(): Promise<PartStatus>
}

export function pickRanking({ source: choice }: Config, deps: PickDeps): PickedRanking {
  const { catalogue, sharedProductHunt: shared } = deps
  if (choice.kind === 'catalogue') {
    return {
      source: catalogueSource(catalogue, deps),
      status: async () => ({ serves: 'catalogue', ...NO_UPSTREAM }),
    }
  }

  const serves = 'product-hunt'
  const { token, url } = choice
  if (!token) {
    return { source: noTokenSource(deps), status: async () => ({ serves, ...NO_UPSTREAM }) }
  }
  const answered = answeredLaunches()
  const cache = pickSourceCache(deps)
  const onAnswer = answered.add
  if (shared) {
    const source = cachedSource(shared.source, { cache, onAnswer })
    return { source, answered, status: async () => ({ serves, ...(await shared.state()) }) }
  }
  const { source, callPolicy } = liveProductHunt({ ...deps, token, url })
  return {
    source: cachedSource(source, { callPolicy, cache, onAnswer }),
    answered,
    status: async () => ({ serves, ...callPolicy.state() }),
  }
}
