import { useState } from 'preact/hooks'

/** The state of a `ConfirmDialog`. It closes when the action has succeeded. */
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
