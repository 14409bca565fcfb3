import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Distances below this count as the bottom: touch screens stop at fractions of pixels. */
const NEAR_PX = 32

/**
 * Keeps the bottom of growing content in view until the user scrolls up. Scrolls the nearest
 * scrollable ancestor of the content, or the page.
 */
export function useStickToBottom(content: RefObject<HTMLElement | null>, isStreaming: boolean) {
  const [isAtBottom, setIsAtBottom] = useState(true)
  const isSticky = useRef(true)
  const streaming = useRef(isStreaming)
  streaming.current = isStreaming

  function scrollToBottom() {
    isSticky.current = true
    const scroller = scrollerOf(content.current)
    scroller.scrollTop = scroller.scrollHeight
    setIsAtBottom(true)
  }

  // On mount, when streaming starts, and once more after its last change. Empty content is ignored.
  useEffect(() => {
    if (isSticky.current && content.current?.firstElementChild) scrollToBottom()
  }, [isStreaming])

  useEffect(() => {
    const element = content.current
    if (!element) return
    const scroller = scrollerOf(element)
    const isPage = scroller === document.scrollingElement
    const target = isPage ? document : scroller
    let lastTop = scroller.scrollTop

    function onScroll() {
      const isNear = distanceToBottom(scroller) <= NEAR_PX
      const isUpwards = scroller.scrollTop < lastTop
      lastTop = scroller.scrollTop
      // Growing content also increases the distance, but only the user scrolls up.
      if (isNear) isSticky.current = true
      else if (isUpwards) isSticky.current = false
      setIsAtBottom(isNear || isSticky.current)
    }

    const resizeObserver = new ResizeObserver(() => {
      if (isSticky.current && streaming.current) scroller.scrollTop = scroller.scrollHeight
      else onScroll()
    })
    resizeObserver.observe(element)
    target.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resizeObserver.disconnect()
      target.removeEventListener('scroll', onScroll)
    }
  }, [content])

  return { isAtBottom, scrollToBottom }
}

function distanceToBottom({ scrollHeight, scrollTop, clientHeight }: Element): number {
  return scrollHeight - scrollTop - clientHeight
}

function scrollerOf(element: HTMLElement | null): Element {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.scrollingElement ?? document.documentElement
}
