import type { Config } from '../config.ts'
import { cachedSource } from '../source/cache/cached-source.ts'
import { catalogueSource } from '../source/catalogue.ts'
import { liveProductHunt, noTokenSource } from '../source/product-hunt/product-hunt-source.ts'
import type { ProductSource } from '../source/source.ts'
import { type PartStatus, QUIET } from '../status.ts'
import { freshnessOf } from './freshness-of.ts'
import type { Picking } from './picking.ts'

export function pickRanking({ source: choice }: Config, deps: Picking) {
  const { catalogue, sharedProductHunt: shared } = deps
  if (choice.kind === 'catalogue') {
    return ranks(catalogueSource(catalogue, deps), async () => ({ serves: 'catalogue', ...QUIET }))
  }

  const serves = 'product-hunt'
  const { token, url } = choice
  if (!token) return ranks(noTokenSource(deps), async () => ({ serves, ...QUIET }))
  if (shared) {
    const source = cachedSource(shared.source, { cache: freshnessOf(deps) })
    return ranks(source, async () => ({ serves, ...(await shared.state()) }))
  }
  const { source, callPolicy } = liveProductHunt({ ...deps, token, url })
  const fresh = cachedSource(source, { callPolicy, cache: freshnessOf(deps) })
  return ranks(fresh, async () => ({ serves, ...callPolicy.state() }))
}

function ranks(source: ProductSource, status: () => Promise<PartStatus>) {
  return { source, status }
}
