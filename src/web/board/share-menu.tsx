import { Code, Download, Rss, Share2 } from 'lucide'
import type { TargetedMouseEvent } from 'preact'
import { useState } from 'preact/hooks'
import { credentials, send } from '../api/request.ts'
import type { Product } from '../api/response-types.ts'
import { saveFile } from '../browser/storage.ts'
import { markdownLink, markdownText, PictureLink } from '../product/product-page.tsx'
import { productHref } from '../product/product-row.tsx'
import { Button, ButtonLink, Icon } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Menu } from '../ui/dialog.tsx'
import { useLazyDialog } from '../ui/lazy-dialog.ts'
import { ErrorNotice } from '../ui/notice.tsx'
import { type BoardParams, boardHref, feedPath, launchesPath, picturePath } from './board-params.ts'
import type { EmbedDialogProps } from './embed-dialog.tsx'
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
  const { Opened, open, ...embed } = useLazyDialog<EmbedDialogProps>(
    async () => (await import('./embed-dialog.tsx')).EmbedDialog,
  )
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
                open()
              }}
            >
              <Icon node={Code} />
              Embed
            </Button>
          </div>
        )}
      </Menu>
      {Opened && <Opened params={params} dated={dated} title={title} onClose={embed.close} />}
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
