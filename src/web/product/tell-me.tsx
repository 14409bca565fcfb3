import { Bell } from 'lucide'
import type { Product } from '../api/response-types.ts'
import { Button } from '../ui/button.tsx'
import { useLazyDialog } from '../ui/lazy-dialog.ts'

interface Watchable {
  product?: Product
  /** Whether its launch day is not over. */
  isUnderWay?: boolean
  /** Without a product: the topics to choose from, the likeliest first. An empty one means all launches. */
  topics?: readonly string[]
}

export interface WatchDialogProps extends Watchable {
  onClose: () => void
}

/** Opens the form of a new watch. */
export function TellMe(watchable: Watchable) {
  const { Opened, open, close } = useLazyDialog<WatchDialogProps>(
    async () => (await import('../watches/watch-dialog.tsx')).WatchDialog,
  )
  return (
    <>
      <Button icon={Bell} aria-haspopup="dialog" onClick={open}>
        <span class={watchable.product ? undefined : 'max-sm:sr-only'}>Tell me</span>
      </Button>
      {Opened && <Opened {...watchable} onClose={close} />}
    </>
  )
}
