import type { Config } from '../config.ts'
import { catalogueSource } from '../source/catalogue.ts'
import { freshSource } from '../source/freshness/fresh-source.ts'
import { guardedProductHunt } from '../source/guarded-product-hunt.ts'
import { noTokenSource } from '../source/product-hunt/no-token-source.ts'
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
    const source = freshSource(shared.source, { freshness: freshnessOf(needs) })
    return ranks(source, async () => ({ serves, ...(await shared.state()) }))
  }
  const { source, guard } = guardedProductHunt({ ...needs, token, url })
  const fresh = freshSource(source, { guard, freshness: freshnessOf(needs) })
  return ranks(fresh, async () => ({ serves, ...guard.state() }))
}

function ranks(source: ProductSource, status: () => Promise<PartStatus>) {
  return { source, status }
}
