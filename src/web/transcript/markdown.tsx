import type { Token } from 'marked'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { elementsOf } from './markdown-elements.tsx'
import { parseMarkdown } from './parse-markdown.ts'

/** After each rendering of a streaming text, wait this many times as long as it took. */
const PAUSE_FACTOR = 4

/** Untrusted Markdown. Only text, structure and links are rendered. */
export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{elementsOf(useMarkdown(text, false))}</div>
}

/** The blocks of a text that may be streaming. */
export function useMarkdown(text: string, isStreaming: boolean): readonly Token[] {
  const startedAtMs = performance.now()
  const shown = useThrottled(text, isStreaming, startedAtMs)
  return useMemo(() => parseMarkdown(shown, isStreaming), [shown, isStreaming])
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
