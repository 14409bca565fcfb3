import { useState } from 'preact/hooks'
import { namedTimeframe } from '../product/timeframes.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SegmentedControl } from '../ui/field.tsx'
import { type BoardParams, embedHref } from './board-params.ts'

const WIDTH_PX = 480
const ROW_PX = 61
const SURROUNDINGS_PX = 120

const THEMES = [
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
  { value: '', name: 'Like the reader’s system' },
]

export interface EmbedDialogProps {
  params: BoardParams
  /** The same with the dated form of its timeframe. */
  dated: BoardParams
  title: string
  onClose: () => void
}

/** A frame with the board for other pages, as it will look there. */
export function EmbedDialog({ params, dated, title, onClose }: EmbedDialogProps) {
  const [timeframe, setTimeframe] = useState(dated.timeframe)
  const [theme, setTheme] = useState('light')
  const following = namedTimeframe(params.timeframe)
  const address = embedHref({ ...params, timeframe }, theme)
  const height = SURROUNDINGS_PX + ROW_PX * Number(params.limit)
  const snippet = `<iframe src="${location.origin}${address.replaceAll('&', '&amp;')}" title="Launchboard" width="${WIDTH_PX}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
  return (
    <Dialog title="Embed" onClose={onClose}>
      <div class="mt-4 flex flex-col items-start gap-3">
        {following && following.timeframe !== dated.timeframe && (
          <SegmentedControl
            label="Window"
            options={[
              { value: dated.timeframe, name: title },
              { value: following.timeframe, name: `Always ${following.name.toLowerCase()}` },
            ]}
            value={timeframe}
            onChange={setTimeframe}
          />
        )}
        <SegmentedControl label="Theme" options={THEMES} value={theme} onChange={setTheme} />
        <iframe
          src={address}
          title="Preview"
          class="h-72 w-full rounded-lg border border-line"
          style={{ maxWidth: `${WIDTH_PX}px` }}
        />
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          class="w-full overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-sm"
        >
          {snippet}
        </pre>
        <p class="text-sm text-muted">
          {WIDTH_PX} × {height} pixels. Its links open in a new tab.
        </p>
        <CopyButton label="Copy" text={() => snippet} />
      </div>
    </Dialog>
  )
}
