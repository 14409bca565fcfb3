import { useEffect } from 'preact/hooks'
import { credentials } from './request.ts'
import type { BoardEvent } from './response-types.ts'

/**
 * Reads a stream of the live board while the page is seen: a browser has only few connections to a
 * host. It sends no token, so that a service that requires one is not asked. While the connection is
 * lost, there is no ranking; it reconnects by itself.
 */
export function useLiveEvents(
  path: string,
  onRanking: (ranking: BoardEvent | undefined) => void,
): void {
  useEffect(() => {
    if (path === '' || credentials().authorization) return
    let stream: EventSource | undefined

    function listen() {
      stream?.close()
      if (document.visibilityState !== 'visible') return
      stream = new EventSource(path)
      stream.addEventListener('ranking', ({ data }) => onRanking(JSON.parse(data)))
      stream.addEventListener('error', () => onRanking(undefined))
    }

    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      stream?.close()
      onRanking(undefined)
    }
  }, [path, onRanking])
}
