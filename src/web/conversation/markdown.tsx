import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import './markdown.css'
import { createMarkdownBlocks } from './markdown-blocks.ts'
import { sanitized } from './sanitized.ts'

/** How much longer than showing a growing text took nothing of it is shown anew. */
const PAUSE_FACTOR = 4

interface MarkdownProps {
  text: string
  /** More will come. */
  isGrowing?: boolean
}

/** Markdown that others wrote: whatever is in it, only text, structure and links are shown. */
export function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const [blocks] = useState(createMarkdownBlocks)
  const begunAtMs = performance.now()
  const shown = usePaced(text, isGrowing, begunAtMs)
  return (
    <div class="markdown">
      {blocks.update(shown, isGrowing).map((html, at) => (
        // Blocks only come at the end: where one stands is what it is known by.
        <Block key={at} html={html} />
      ))}
    </div>
  )
}

/** The text of Markdown without its marks, as one would read it out. */
export function spokenText(markdown: string): string {
  const html = createMarkdownBlocks().update(markdown, false)
  return sanitized(html.join('\n')).textContent?.trim() ?? ''
}

function Block({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => element.current?.replaceChildren(sanitized(html)), [html])
  return <div ref={element} />
}

/** The text as it is, or while it grows, as it was a moment ago: so that the page stays free. */
function usePaced(text: string, isGrowing: boolean, begunAtMs: number): string {
  const [, setTick] = useState(0)
  const shown = useRef(text)
  const nextAtMs = useRef(0)
  const waitMs = isGrowing && text !== shown.current ? nextAtMs.current - begunAtMs : 0
  const isShownNow = waitMs <= 0
  if (isShownNow) shown.current = text

  useLayoutEffect(() => {
    if (!isShownNow) return
    const now = performance.now()
    nextAtMs.current = now + (now - begunAtMs) * PAUSE_FACTOR
  })
  useEffect(() => {
    if (isShownNow) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), waitMs)
    return () => clearTimeout(timer)
  })
  return shown.current
}
