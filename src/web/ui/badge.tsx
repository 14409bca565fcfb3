import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide'
import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

const TONES = {
  good: { icon: CircleCheck, look: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, look: 'bg-bad-soft text-bad' },
  none: { icon: CircleHelp, look: 'bg-sunken text-muted' },
}

type BadgeTone = keyof typeof TONES

/** A state in a word. The icon says the same to those who cannot tell the colours apart. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ComponentChildren }) {
  const { icon, look } = TONES[tone]
  return (
    <span
      class={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        look,
      )}
    >
      <Icon node={icon} class="size-3.5" />
      {children}
    </span>
  )
}
