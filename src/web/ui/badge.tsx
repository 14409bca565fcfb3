import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { TONES } from './notice.tsx'

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
