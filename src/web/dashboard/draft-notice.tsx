import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Explains that the form shows an unsaved draft. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice tone="info" action={<Button onClick={onDiscard}>Discard</Button>}>
      This is your unsaved draft from earlier.
    </Notice>
  )
}
