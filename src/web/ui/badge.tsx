import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide'
import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

const TONES = {
  good: { icon: CircleCheck, classes: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, classes: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, classes: 'bg-bad-soft text-bad' },
  none: { icon: CircleHelp, classes: 'bg-sunken text-muted' },
}

type BadgeTone = keyof typeof TONES

/** A state in a word. The icon says the same to those who cannot tell the colours apart. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ComponentChildren }) {
  const { icon, classes } = TONES[tone]
  return (
    <span
      class={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        classes,
      )}
    >
      <Icon node={icon} class="size-3.5" />
      {children}
    </span>
  )
}
