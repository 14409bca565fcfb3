import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide'
import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export const TONES = {
  info: { icon: Info, classes: 'bg-sunken text-ink' },
  good: { icon: CircleCheck, classes: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, classes: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, classes: 'bg-bad-soft text-bad' },
}

interface NoticeProps {
  tone: keyof typeof TONES
  /** A button or link at the end. */
  action?: ComponentChildren
  children: ComponentChildren
  class?: string
}

/** A message beside the content. Screen readers announce errors at once and others politely. */
export function Notice({ tone, action, children, class: className }: NoticeProps) {
  const { icon, classes } = TONES[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      class={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3.5 py-2.5 text-sm',
        classes,
        className,
      )}
    >
      <Icon node={icon} />
      <div class="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}

interface BadgeProps {
  tone: keyof typeof TONES
  children: ComponentChildren
}

/** A state in a word. The icon says the same to those who cannot tell the colours apart. */
export function Badge({ tone, children }: BadgeProps) {
  const { icon, classes } = TONES[tone]
  return (
    <span
      class={`inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-sm font-medium whitespace-nowrap ${classes}`}
    >
      <Icon node={icon} class="size-3.5" />
      {children}
    </span>
  )
}

/** Shown in place of an empty list: that there is nothing, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <p class="font-medium wrap-anywhere">{title}</p>
      {children && <div class="mx-auto mt-1 max-w-prose text-sm text-muted">{children}</div>}
    </div>
  )
}

/** A placeholder for content that is loading, of the same size so that nothing shifts. */
export function Skeleton({ class: className }: { class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={cx('block motion-safe:animate-pulse rounded bg-sunken', className)}
    />
  )
}
