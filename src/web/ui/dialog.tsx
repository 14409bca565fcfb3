import { ChevronDown, type IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button, Icon } from './button.tsx'
import { ErrorNotice } from './notice.tsx'
import { useAction } from './use-action.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog, open while it is rendered. Escape or a click beside it closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing it restores the focus.
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      closedby="any"
      class="m-auto max-h-[calc(100%-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-lg border border-line bg-surface p-6 text-ink shadow-raised backdrop:bg-scrim"
    >
      <h2 id={id} class="text-lg font-semibold tracking-tight wrap-anywhere">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

interface ConfirmButtonProps {
  /** Of the button, and of the one in the dialog that confirms. */
  label: string
  title: string
  onConfirm: () => Promise<void>
  /** What is lost. */
  children: ComponentChildren
}

/**
 * A button for what cannot be undone: it asks first, with the focus on `Cancel`. The question stays if
 * it fails.
 */
export function ConfirmButton({ label, title, onConfirm, children }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { run, isBusy, error, reset } = useAction(async () => {
    await onConfirm()
    setIsAsking(false)
  })

  function cancel() {
    setIsAsking(false)
    reset()
  }

  return (
    <>
      <Button kind="danger" class="ml-auto" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Dialog title={title} onClose={cancel}>
          <div class="mt-2 text-muted wrap-anywhere">{children}</div>
          {error !== undefined && <ErrorNotice error={error} class="mt-4" />}
          <div class="mt-6 flex justify-end gap-2">
            <Button autoFocus onClick={cancel}>
              Cancel
            </Button>
            <Button kind="danger" isBusy={isBusy} onClick={run}>
              {label}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

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
