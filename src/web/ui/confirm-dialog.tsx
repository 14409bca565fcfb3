import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
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
  return (
    <Dialog title={title} onClose={onCancel}>
      <div class="mt-2 text-muted wrap-anywhere">{children}</div>
      {error !== undefined && <ErrorNotice error={error} class="mt-4" />}
      <div class="mt-6 flex justify-end gap-2">
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
