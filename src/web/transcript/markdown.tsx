import type { Token } from 'marked'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import './markdown.css'
import { createMarkdownBlocks } from './markdown-blocks.ts'
import { elementsOf } from './markdown-elements.tsx'

/** After each rendering of a streaming text, wait this many times as long as it took. */
const PAUSE_FACTOR = 4

/** Untrusted Markdown. Only text, structure and links are rendered. */
export function Markdown({ text }: { text: string }) {
  return (
    <div class="markdown">
      {useMarkdown(text, false).map((token, at) => (
        <Block key={at} token={token} />
      ))}
    </div>
  )
}

/** The blocks of a text that may be streaming. They are only ever added at the end. */
export function useMarkdown(text: string, isStreaming: boolean): readonly Token[] {
  const [blocks] = useState(createMarkdownBlocks)
  const startedAtMs = performance.now()
  const shown = useThrottled(text, isStreaming, startedAtMs)
  return blocks.update(shown, isStreaming).filter(({ type }) => type !== 'space')
}

/** Memoized by its token, which stays the same once the block is final. */
export function Block({ token }: { token: Token }) {
  return <div>{useMemo(() => elementsOf([token]), [token])}</div>
}

/** The text, throttled while it streams so that rendering never blocks the page. */
function useThrottled(text: string, isStreaming: boolean, startedAtMs: number): string {
  const [, setTick] = useState(0)
  const shown = useRef(text)
  const nextAtMs = useRef(0)
  const waitMs = isStreaming && text !== shown.current ? nextAtMs.current - startedAtMs : 0
  const isShownNow = waitMs <= 0
  if (isShownNow) shown.current = text

  useLayoutEffect(() => {
    if (!isShownNow) return
    const now = performance.now()
    nextAtMs.current = now + (now - startedAtMs) * PAUSE_FACTOR
  })
  useEffect(() => {
    if (isShownNow) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), waitMs)
    return () => clearTimeout(timer)
  })
  return shown.current
}
