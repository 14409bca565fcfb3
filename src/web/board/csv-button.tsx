import { Download } from 'lucide'
import { useState } from 'preact/hooks'
import { credentials } from '../api/access-token.ts'
import { send } from '../api/request.ts'
import { saveFile } from '../browser/save-file.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-notice.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'

const FALLBACK_NAME = 'launchboard.csv'

/** Downloads the ranking: a plain link, or a fetch with the access token if there is one. */
export function CsvButton({ path }: { path: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const content = (
    <>
      <Icon node={Download} />
      CSV
    </>
  )
  if (!credentials().authorization) {
    return (
      <ButtonLink href={path} download="">
        {content}
      </ButtonLink>
    )
  }

  async function download() {
    setIsBusy(true)
    setError(undefined)
    try {
      const response = await send(path, {})
      saveFile(fileNameOf(response), await response.blob())
    } catch (cause) {
      setError(cause)
    }
    setIsBusy(false)
  }

  return (
    <>
      <Button onClick={download} isBusy={isBusy}>
        {content}
      </Button>
      {error !== undefined && <Notice tone="bad">{errorMessage(error)}</Notice>}
    </>
  )
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  return /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? FALLBACK_NAME
}
