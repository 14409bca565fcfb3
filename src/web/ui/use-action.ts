import { useRef, useState } from 'preact/hooks'

interface Action<Args extends unknown[]> {
  /** Never rejects: see `error`. Calls while it is running are ignored. */
  run: (...args: Args) => Promise<void>
  isBusy: boolean
  error: unknown
  /** Forgets the error. */
  reset: () => void
}

/** What a user starts: whether it is running, and why it failed the last time. */
export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isRunning = useRef(false)

  async function run(...args: Args) {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setError(undefined)
    try {
      await action(...args)
    } catch (cause) {
      setError(cause)
    }
    isRunning.current = false
    setIsBusy(false)
  }

  return { run, isBusy, error, reset: () => setError(undefined) }
}

/** For the `onSubmit` of a form that the page sends itself. */
export function submitting(run: () => unknown) {
  return (event: SubmitEvent) => {
    event.preventDefault()
    run()
  }
}
