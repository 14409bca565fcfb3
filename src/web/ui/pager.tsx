import { ChevronLeft, ChevronRight } from 'lucide'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

interface PagerProps {
  /** The accessible name of the navigation. */
  label: string
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
}

/** Links to the previous and next page of a list. Hidden if there is only one page. */
export function Pager({ label, page, perPage, total, onPage }: PagerProps) {
  const last = Math.ceil(total / perPage)
  if (last <= 1) return null
  const first = (page - 1) * perPage + 1
  return (
    <nav aria-label={label} class="flex items-center justify-end gap-1 text-sm text-muted">
      <span class="mr-2 tabular-nums">
        {first.toLocaleString()}–{Math.min(first + perPage - 1, total).toLocaleString()} of{' '}
        {total.toLocaleString()}
      </span>
      <IconButton label="Previous page" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <Icon node={ChevronLeft} />
      </IconButton>
      <IconButton label="Next page" disabled={page >= last} onClick={() => onPage(page + 1)}>
        <Icon node={ChevronRight} />
      </IconButton>
    </nav>
  )
}
