import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Distances below this count as the bottom: touch screens stop at fractions of pixels. */
const NEAR_PX = 32

/**
 * Keeps the bottom in view while the content streams, and when there are more messages, until the
 * user scrolls up. What the user opens is not followed.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { isStreaming, count }: { isStreaming: boolean; count: number },
) {
  const [isAtBottom, setIsAtBottom] = useState(true)
  const isSticky = useRef(true)
  const streaming = useRef(isStreaming)
  streaming.current = isStreaming

  function scrollToBottom() {
    isSticky.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    setIsAtBottom(true)
  }

  useEffect(() => {
    if (isSticky.current) scrollToBottom()
  }, [isStreaming, count])

  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (!outer || !inner) return
    let lastTop = outer.scrollTop

    function onScroll() {
      if (!outer) return
      const { scrollHeight, scrollTop, clientHeight } = outer
      const isNear = scrollHeight - scrollTop - clientHeight <= NEAR_PX
      // Growing content also increases the distance, but only the user scrolls up.
      if (isNear) isSticky.current = true
      else if (scrollTop < lastTop) isSticky.current = false
      lastTop = scrollTop
      setIsAtBottom(isNear || isSticky.current)
    }

    const observer = new ResizeObserver((entries) => {
      const isFollowed = streaming.current || entries.some(({ target }) => target === outer)
      if (isSticky.current && isFollowed) scrollToBottom()
      else onScroll()
    })
    observer.observe(inner)
    observer.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { isAtBottom, scrollToBottom }
}
