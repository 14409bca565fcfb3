import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'

// How a place was left is part of its entry in the browser's history: going back finds it so.

const REMEMBER_AFTER_MS = 100
/** A place that is loaded again may take as long until it is high enough to scroll. */
const RESTORE_MS = 3_000

/** A number that belongs to the entry of the history, such as how many rows are shown. */
export function useEntryNumber(name: string, initial: number) {
  const { url } = useLocation()
  const entry = useRef({ url: '', value: initial })
  const [, update] = useState({})
  if (entry.current.url !== url) entry.current = { url, value: numberInEntry(name) ?? initial }

  function set(value: number) {
    entry.current = { url, value }
    writeEntry({ [name]: value })
    update({})
  }

  return [entry.current.value, set] as const
}

/** Remembers how far each entry was scrolled, and scrolls there again. */
export function useScrollRestoration(): void {
  const { url } = useLocation()
  const restoring = useRef<ResizeObserver>(undefined)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    let timer: ReturnType<typeof setTimeout> | undefined
    function remember() {
      clearTimeout(timer)
      writeEntry({ scroll: Math.round(scrollY) })
    }
    function onScroll() {
      clearTimeout(timer)
      timer = setTimeout(remember, REMEMBER_AFTER_MS)
    }
    /** The entry that is left must not get the place of the one that is entered. */
    const onLeave = () => clearTimeout(timer)
    const stop = () => restoring.current?.disconnect()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('popstate', onLeave)
    // Before a link is followed, which may be at once.
    addEventListener('click', remember, { capture: true })
    for (const type of ['wheel', 'touchstart', 'keydown']) addEventListener(type, stop)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('popstate', onLeave)
      removeEventListener('click', remember, { capture: true })
      for (const type of ['wheel', 'touchstart', 'keydown']) removeEventListener(type, stop)
    }
  }, [])

  useLayoutEffect(() => {
    restoring.current?.disconnect()
    const top = numberInEntry('scroll')
    // An entry that was just made has none.
    if (top === undefined) return
    const restore = () => scrollTo(0, top)
    const observer = new ResizeObserver(restore)
    restoring.current = observer
    observer.observe(document.body)
    const timer = setTimeout(() => observer.disconnect(), RESTORE_MS)
    return () => clearTimeout(timer)
  }, [url])
}

/** What is known is not written again: browsers store the whole form of a page with an entry. */
function writeEntry(values: Record<string, number>) {
  if (Object.entries(values).every(([name, value]) => numberInEntry(name) === value)) return
  history.replaceState({ ...history.state, ...values }, '')
}

function numberInEntry(name: string): number | undefined {
  const value: unknown = history.state?.[name]
  return typeof value === 'number' ? value : undefined
}
