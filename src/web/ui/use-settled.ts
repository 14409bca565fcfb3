import { useEffect, useState } from 'preact/hooks'

/** A text once it has been the same for a moment. What is composed, as in Japanese, has not settled. */
export function useSettled(text: string, waitMs: number) {
  const [settled, setSettled] = useState(text)
  const [isComposing, setIsComposing] = useState(false)
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(setSettled, waitMs, text)
    return () => clearTimeout(timer)
  }, [text, isComposing])
  return {
    settled,
    /** Of its field. */
    composition: {
      onCompositionStart: () => setIsComposing(true),
      onCompositionEnd: () => setIsComposing(false),
    },
  }
}
