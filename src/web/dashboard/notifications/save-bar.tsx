import { Button } from '../../ui/button.tsx'

interface SaveBarProps {
  changes: number
  isSaving: boolean
  isSaved: boolean
  onDiscard: () => void
}

/** Sticks to the bottom of the window: the number of unsaved changes, and buttons for them. */
export function SaveBar({ changes, isSaving, isSaved, onDiscard }: SaveBarProps) {
  const hasChanges = changes > 0
  return (
    <div class="sticky bottom-0 z-30 -mx-4 mt-10 border-t border-line bg-canvas/90 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6">
      <div class="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p role="status" class="mr-auto text-sm text-muted">
          {hasChanges
            ? `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}`
            : isSaved
              ? 'Saved'
              : 'No unsaved changes'}
        </p>
        {hasChanges && (
          <Button kind="ghost" onClick={onDiscard} isBusy={isSaving}>
            Discard
          </Button>
        )}
        <Button type="submit" kind="primary" isBusy={isSaving || !hasChanges}>
          {isSaving ? 'Saving…' : 'Save changes'}
        </Button>
      </div>
    </div>
  )
}
