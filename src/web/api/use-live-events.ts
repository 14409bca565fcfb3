import { useEffect, useState } from 'preact/hooks'
import { credentials } from './request.ts'

/**
 * Follows a stream of the live board while the page is seen: a browser has only few connections to a
 * host. It sends no token, so that a service that requires one is not asked. Returns whether it is
 * connected; it reconnects by itself. `onChange` is called when the ranking is another one.
 */
export function useLiveEvents(path: string, onChange: () => void): boolean {
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    if (path === '' || credentials().authorization) return
    let stream: EventSource | undefined
    // The first one is what has just been loaded.
    let isFirst = true

    function onRanking() {
      setIsLive(true)
      if (!isFirst) onChange()
      isFirst = false
    }

    function listen() {
      stream?.close()
      if (document.visibilityState !== 'visible') return
      stream = new EventSource(path)
      stream.addEventListener('ranking', onRanking)
      stream.addEventListener('error', () => setIsLive(false))
    }

    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      stream?.close()
      setIsLive(false)
    }
  }, [path, onChange])
  return isLive
}
