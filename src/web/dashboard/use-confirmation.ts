import { useState } from 'preact/hooks'

/** A deletion that is asked for first, happens once, and says when it failed. */
export function useDeletion(remove: () => Promise<void>) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function confirm() {
    setIsBusy(true)
    setError(undefined)
    try {
      await remove()
      setIsAsking(false)
    } catch (cause) {
      setError(cause)
    }
    setIsBusy(false)
  }

  function ask() {
    setError(undefined)
    setIsAsking(true)
  }

  return { isAsking, isBusy, error, ask, confirm, cancel: () => setIsAsking(false) }
}
