interface SuggestionsProps {
  questions: readonly string[]
  onPick: (question: string) => void
  class?: string
}

/** Questions to send with a click. */
export function Suggestions({ questions, onPick, class: className = '' }: SuggestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul aria-label="Suggestions" class={`flex flex-wrap gap-2 ${className}`}>
      {questions.map((question) => (
        <li key={question} class="min-w-0">
          <button
            type="button"
            onClick={() => onPick(question)}
            class="min-h-9 rounded-2xl border border-line bg-surface px-3.5 py-1.5 text-left text-sm text-muted transition-colors wrap-anywhere hover:border-edge hover:text-ink pointer-coarse:min-h-11"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
