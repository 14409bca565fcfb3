import { Code, Download, Rss, Share2 } from 'lucide'
import type { TargetedMouseEvent } from 'preact'
import { useState } from 'preact/hooks'
import { credentials, send } from '../api/request.ts'
import type { Product } from '../api/response-types.ts'
import { saveFile } from '../browser/storage.ts'
import { markdownLink, markdownText, PictureLink } from '../product/product-page.tsx'
import { productHref } from '../product/product-row.tsx'
import { namedTimeframe } from '../product/timeframes.ts'
import { Button, ButtonLink, Icon } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, Menu } from '../ui/dialog.tsx'
import { SegmentedControl } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import {
  type BoardParams,
  boardHref,
  embedHref,
  feedPath,
  launchesPath,
  picturePath,
} from './board-params.ts'
import { moment } from './moment.ts'

const ITEM = 'w-full justify-start'

interface ShareMenuProps {
  params: BoardParams
  /** The same with the dated form of its timeframe, so that what is shared stays the same. */
  dated: BoardParams
  title: string
  products: readonly Product[]
}

/** A permanent link to a window, and its content in other forms. */
export function ShareMenu({ params, dated, title, products }: ShareMenuProps) {
  const [isEmbedding, setIsEmbedding] = useState(false)
  const at = moment.value?.at
  const link = location.origin + boardHref(dated) + (at ? `&at=${at}` : '')
  const csv = `${launchesPath(dated, 100)}&format=csv`
  return (
    <>
      <Menu label="Share" icon={Share2}>
        {(close) => (
          <div class="-m-1 flex flex-col">
            <CopyButton kind="ghost" class={ITEM} label="Copy link" text={() => link} />
            <CopyButton
              kind="ghost"
              class={ITEM}
              label="Markdown"
              text={() => markdownOf(title, link, products)}
            />
            <PictureLink href={picturePath(dated, at)} />
            <CsvLink path={csv} />
            <ButtonLink kind="ghost" class={ITEM} href={feedPath(dated)} target="_blank">
              <Icon node={Rss} />
              Feed
            </ButtonLink>
            <Button
              kind="ghost"
              class={ITEM}
              onClick={() => {
                close()
                setIsEmbedding(true)
              }}
            >
              <Icon node={Code} />
              Embed
            </Button>
          </div>
        )}
      </Menu>
      {isEmbedding && (
        <EmbedDialog
          params={params}
          dated={dated}
          title={title}
          onClose={() => setIsEmbedding(false)}
        />
      )}
    </>
  )
}

/** A plain link, or a request with the access token where there is one. */
function CsvLink({ path }: { path: string }) {
  const [error, setError] = useState<unknown>()

  async function download(event: TargetedMouseEvent<HTMLAnchorElement>) {
    if (!credentials().authorization) return
    event.preventDefault()
    setError(undefined)
    try {
      const response = await send(path, {})
      saveFile(fileNameOf(response), await response.blob())
    } catch (cause) {
      setError(cause)
    }
  }

  return (
    <>
      <ButtonLink kind="ghost" class={ITEM} href={path} download="" onClick={download}>
        <Icon node={Download} />
        CSV
      </ButtonLink>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  return /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? 'launchboard.csv'
}

function markdownOf(title: string, link: string, products: readonly Product[]): string {
  const lines = products.map(({ id, name, tagline, votesCount }, index) => {
    const address = location.origin + productHref(id)
    const votes = votesCount === null ? '' : ` (${votesCount} votes)`
    const text = tagline ? `: ${markdownText(tagline)}` : ''
    return `${index + 1}. ${markdownLink(name, address)}${votes}${text}`
  })
  return [`**${markdownLink(title, link)}**`, '', ...lines, ''].join('\n')
}

const WIDTH_PX = 480
const ROW_PX = 61
const SURROUNDINGS_PX = 120

const THEMES = [
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
  { value: '', name: 'Like the reader’s system' },
]

interface EmbedDialogProps {
  params: BoardParams
  /** The same with the dated form of its timeframe. */
  dated: BoardParams
  title: string
  onClose: () => void
}

/** A frame with the board for other pages, as it will look there. */
function EmbedDialog({ params, dated, title, onClose }: EmbedDialogProps) {
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
