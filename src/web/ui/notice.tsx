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
