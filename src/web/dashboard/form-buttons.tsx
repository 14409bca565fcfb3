import { Button } from '../ui/button.tsx'

interface FormButtonsProps {
  isBusy: boolean
  /** Without it there is no `Delete` button. */
  onDelete: (() => void) | undefined
}

/** The buttons at the end of a form. */
export function FormButtons({ isBusy, onDelete }: FormButtonsProps) {
  return (
    <div class="flex flex-wrap gap-2">
      <Button type="submit" kind="primary" isBusy={isBusy}>
        Save
      </Button>
      {onDelete && (
        <Button kind="danger" class="ml-auto" onClick={onDelete}>
          Delete
        </Button>
      )}
    </div>
  )
}
