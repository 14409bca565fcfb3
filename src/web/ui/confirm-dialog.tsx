import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

interface ConfirmDialogProps {
  title: string
  /** The label of the button that confirms. */
  action: string
  isBusy: boolean
  error?: unknown
  onConfirm: () => void
  onCancel: () => void
  children: ComponentChildren
}

/** Asks before something that cannot be undone. The focus starts on `Cancel`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, isBusy, error, onConfirm, onCancel, children } = props
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
      onClose={onCancel}
      class="m-auto w-[calc(100%-2rem)] max-w-md rounded-lg border border-line bg-surface p-6 text-ink shadow-card backdrop:bg-scrim"
    >
      <h2 id={id} class="text-lg font-semibold tracking-tight wrap-anywhere">
        {title}
      </h2>
      <div class="mt-2 text-sm text-muted wrap-anywhere">{children}</div>
      {error !== undefined && (
        <div class="mt-4">
          <ErrorNotice error={error} />
        </div>
      )}
      <div class="mt-6 flex justify-end gap-2">
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  )
}
