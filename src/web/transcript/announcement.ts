import { useEffect, useRef, useState } from 'preact/hooks'
import type { Message } from './conversation.ts'

/**
 * What screen readers are told of a conversation: that an answer has begun, then the whole of it, and
 * messages of others. Messages that were there before, or are loaded first, are not news.
 */
export function useAnnouncement(messages: readonly Message[]): string {
  const last = messages.at(-1)
  const known = useRef(last?.id)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (!last) return
    const isNews = known.current !== undefined && !last.isOwn
    if (last.state === 'streaming') setAnnouncement(`${last.author} is answering`)
    else if (isNews) setAnnouncement(endOf(last))
    known.current = last.id
  }, [last?.id, last?.state])

  return announcement
}

function endOf({ state, kind, text, author }: Message): string {
  if (state === 'stopped') return 'Stopped'
  // The error message is an alert itself.
  if (state === 'failed') return ''
  if (kind !== 'answer') return `${author}: ${text}`
  return spokenText(text) || `${author} has answered`
}

/** Markdown as it is read aloud: the words without the marks. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:#+|>|[-*+]|\|)[ \t]/gm, '')
    .replace(/\*\*|__|[`|]/g, '')
    .trim()
}
