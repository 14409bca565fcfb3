import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface ConfirmButtonProps {
  /** Of the button, and of the one in the dialog that confirms. */
  label: string
  title: string
  onConfirm: () => Promise<void>
  /** What is lost. */
  children: ComponentChildren
}

/** A button for what cannot be undone: it asks first, and the question stays if it fails. */
export function ConfirmButton({ label, title, onConfirm, children }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function confirm() {
    setIsBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      setIsAsking(false)
    } catch (cause) {
      setError(cause)
    }
    setIsBusy(false)
  }

  function ask() {
    setError(undefined)
    setIsAsking(true)
  }

  return (
    <>
      <Button kind="danger" class="ml-auto" onClick={ask}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          action={label}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onCancel={() => setIsAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
