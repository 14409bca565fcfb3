import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useAction } from '../../ui/use-action.ts'

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
