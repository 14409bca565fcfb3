import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** How near to the end counts as being there: a touch screen stops at fractions of pixels. */
const NEAR_PX = 32

/**
 * Keeps the end of something that grows in view, as long as whoever reads it is there: who scrolled
 * up stays where they are. What scrolls is the nearest element around it that does, or the page.
 */
export function useFollowEnd(content: RefObject<HTMLElement | null>, isGrowing: boolean) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const follows = useRef(true)
  const grows = useRef(isGrowing)
  grows.current = isGrowing

  function toEnd() {
    follows.current = true
    const scroller = scrollerOf(content.current)
    scroller.scrollTop = scroller.scrollHeight
    setIsAtEnd(true)
  }

  // Once more after it has grown for the last time.
  useEffect(() => {
    if (follows.current) toEnd()
  }, [isGrowing])

  useEffect(() => {
    const element = content.current
    if (!element) return
    const scroller = scrollerOf(element)
    const isPage = scroller === document.scrollingElement
    const target = isPage ? document : scroller
    let lastTop = scroller.scrollTop

    function onScroll() {
      const isNear = distanceToEnd(scroller) <= NEAR_PX
      const isUpwards = scroller.scrollTop < lastTop
      lastTop = scroller.scrollTop
      // What grew since the last time is no reason to stop; only a person scrolls up.
      if (isNear) follows.current = true
      else if (isUpwards) follows.current = false
      setIsAtEnd(isNear || follows.current)
    }

    const resized = new ResizeObserver(() => {
      if (follows.current && grows.current) scroller.scrollTop = scroller.scrollHeight
      else onScroll()
    })
    resized.observe(element)
    target.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      target.removeEventListener('scroll', onScroll)
    }
  }, [content])

  return { isAtEnd, toEnd }
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: Element): number {
  return scrollHeight - scrollTop - clientHeight
}

function scrollerOf(element: HTMLElement | null): Element {
  for (let around = element?.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  }
  return document.scrollingElement ?? document.documentElement
}
