import { useLocation } from 'preact-iso'
import { MAX_COMPARED } from '../../core/product-facts.ts'
import { request } from '../api/request.ts'
import type { ProductResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { Comparison } from '../product/comparison.tsx'
import { LOCAL_TIMEZONE } from '../product/format.ts'
import { PictureLink } from '../product/product-page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorNotice, Skeleton } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

/** Up to four products beside each other: one chart by hours since launch, one table. */
export function Compare() {
  const { query } = useLocation()
  const ids = [...new Set((query.ids ?? '').split(',').filter(Boolean))].slice(0, MAX_COMPARED)
  const { data, error, reload } = useQuery(ids.join(','), (signal) =>
    Promise.all(
      ids.map((id) => {
        const path = `/api/products/${encodeURIComponent(id)}`
        return request<ProductResponse>(`${path}?${new URLSearchParams({ tz: LOCAL_TIMEZONE })}`, {
          signal,
        })
      }),
    ),
  )
  const names = data?.map(({ product }) => product.name.slice(0, 60)).join(', ')
  return (
    <Page title={names ?? 'Compare'}>
      {ids.length === 0 && (
        <EmptyState title="Choose launches to compare.">
          <p class="mt-2 text-muted">
            Point at a launch on the board and press c, or tick its box.
          </p>
          <ButtonLink href="/" class="mt-4">
            Board
          </ButtonLink>
        </EmptyState>
      )}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!data && ids.length > 0 && error === undefined && <Skeleton class="h-107" />}
      {data && (
        <div class="space-y-6">
          <Comparison compared={data.map((details) => ({ product: details.product, details }))} />
          <PictureLink href={`/share/compare.png?ids=${ids.map(encodeURIComponent).join(',')}`} />
        </div>
      )}
    </Page>
  )
}
