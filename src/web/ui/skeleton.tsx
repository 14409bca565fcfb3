import { cx } from './cx.ts'

/** A placeholder for content that is loading, of the same size so that nothing shifts. */
export function Skeleton({ class: className }: { class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={cx('block motion-safe:animate-pulse rounded bg-sunken', className)}
    />
  )
}
