import type { Config } from '../config.ts'
import { cachedSource } from '../source/cache/cached-source.ts'
import { catalogueSource } from '../source/catalogue.ts'
import { liveProductHunt, noTokenSource } from '../source/product-hunt/product-hunt-source.ts'
import type { ProductSource } from '../source/source.ts'
import { type PartStatus, QUIET } from '../status.ts'
import { freshnessOf } from './freshness-of.ts'
import type { Picking } from './picking.ts'

export function pickRanking({ source: choice }: Config, needs: Picking) {
  const { catalogue, sharedProductHunt: shared } = needs
  if (choice.kind === 'catalogue') {
    return ranks(catalogueSource(catalogue, needs), async () => ({ serves: 'catalogue', ...QUIET }))
  }

  const serves = 'product-hunt'
  const { token, url } = choice
  if (!token) return ranks(noTokenSource(needs), async () => ({ serves, ...QUIET }))
  if (shared) {
    const source = cachedSource(shared.source, { cache: freshnessOf(needs) })
    return ranks(source, async () => ({ serves, ...(await shared.state()) }))
  }
  const { source, callPolicy } = liveProductHunt({ ...needs, token, url })
  const fresh = cachedSource(source, { callPolicy, cache: freshnessOf(needs) })
  return ranks(fresh, async () => ({ serves, ...callPolicy.state() }))
}

function ranks(source: ProductSource, status: () => Promise<PartStatus>) {
  return { source, status }
}
