import type { Product } from '../api/response-types.ts'

/** The products that the service invents where it has no data have ids like this. */
export function isSample({ id }: Product): boolean {
  return /^sample-\d+$/.test(id)
}

/** Says that what is shown is invented, and leads to how to show real launches. */
export function SampleBadge({
  children = 'Sample data: these votes are simulated.',
}: {
  children?: string
}) {
  return (
    <a
      href="/docs/data#your-own-launches"
      title="Show your own launches"
      class="inline-flex min-h-6 items-center rounded-full bg-warn-soft px-2.5 text-sm font-medium text-warn underline-offset-4 hover:underline"
    >
      {children}
    </a>
  )
}
