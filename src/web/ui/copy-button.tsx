import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

const SHOWN_MS = 2_000

/** Copies a text, and says that it did. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  function copy() {
    // Absent where the page is not served over https.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject()
    written.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }

  return (
    <>
      <IconButton label={label} onClick={copy}>
        <Icon node={outcome === 'copied' ? Check : Copy} />
      </IconButton>
      <span role="status" class={outcome === 'failed' ? 'text-[13px] text-bad' : 'sr-only'}>
        {outcome === 'copied' && 'Copied'}
        {outcome === 'failed' && 'Copy it by hand: the browser does not allow this.'}
      </span>
    </>
  )
}
