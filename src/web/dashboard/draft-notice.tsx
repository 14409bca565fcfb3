import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says that the fields hold what was typed before, and not what is stored. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice tone="info" action={<Button onClick={onDiscard}>Discard</Button>}>
      What you typed earlier is still here, not saved yet.
    </Notice>
  )
}
