import { useState } from 'preact/hooks'

/** Something that is confirmed first, happens once, and says when it failed. */
export function useConfirmation(act: () => Promise<void>) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function confirm() {
    setIsBusy(true)
    setError(undefined)
    try {
      await act()
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
