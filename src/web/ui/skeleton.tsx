import { cx } from './cx.ts'

/** Holds the room of what is on its way, so that nothing moves when it arrives. */
export function Skeleton({ class: className }: { class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={cx('block motion-safe:animate-pulse rounded bg-sunken', className)}
    />
  )
}
