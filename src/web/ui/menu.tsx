import { ChevronDown, type IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button, Icon } from './button.tsx'

const GAP_PX = 6
const MARGIN_PX = 8

interface MenuProps {
  label: string
  icon: IconNode
  /** A function is given what closes the menu. */
  children: ComponentChildren | ((close: () => void) => ComponentChildren)
}

/** A button that opens a panel under itself: a native popover, closed by Escape or a click elsewhere. */
export function Menu({ label, icon, children }: MenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLSpanElement>(null)
  const close = () => panel.current?.hidePopover()

  function place() {
    if (!panel.current || !button.current) return
    const { left, bottom } = button.current.getBoundingClientRect()
    const space = document.body.clientWidth - panel.current.offsetWidth - MARGIN_PX
    panel.current.style.left = `${Math.max(Math.min(left, space), MARGIN_PX) + scrollX}px`
    panel.current.style.top = `${bottom + GAP_PX + scrollY}px`
  }

  return (
    <span ref={button} class="inline-flex">
      <Button popoverTarget={id} aria-haspopup="dialog">
        <Icon node={icon} />
        <span class="max-sm:sr-only">{label}</span>
        <Icon node={ChevronDown} class="-mr-1 size-4 text-muted max-sm:hidden" />
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={place}
        class="m-0 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-4 shadow-raised"
      >
        {typeof children === 'function' ? children(close) : children}
      </div>
    </span>
  )
}
