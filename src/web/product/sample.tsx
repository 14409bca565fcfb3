import type { Product } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'

/** The products that the service invents where it has no data have ids like this. */
export function isSample({ id }: Product): boolean {
  return /^sample-\d+$/.test(id)
}

interface SampleBadgeProps {
  /** On a phone it is a part of the text around it. */
  isInline?: boolean
}

/** Says that what is shown is invented, and leads to how to show real launches. */
export function SampleBadge({ isInline = false }: SampleBadgeProps) {
  return (
    <a
      href="/docs/data#your-own-launches"
      title="Show your own launches"
      class={cx(
        'font-medium text-warn underline-offset-4 hover:underline',
        isInline
          ? 'max-sm:underline sm:inline-flex sm:min-h-6 sm:items-center sm:rounded-full sm:bg-warn-soft sm:px-2.5 sm:text-sm'
          : 'inline-flex min-h-6 items-center rounded-full bg-warn-soft px-2.5 text-sm',
      )}
    >
      Sample data<span class={isInline ? 'max-lg:sr-only' : ''}>: these votes are simulated.</span>
    </a>
  )
}
