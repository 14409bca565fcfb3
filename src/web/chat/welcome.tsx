const SUGGESTIONS = [
  'What are the top 3 products today?',
  'What was launched last week that people loved?',
  'Search for note taking apps',
  'Celebrate the best launch of this month with confetti',
]

/** Shown before the first question. */
export function Welcome({ onPick }: { onPick: (question: string) => void }) {
  return (
    <div class="mx-auto max-w-xl py-6 text-center sm:py-12">
      <img src="/assets/icon.svg" alt="" width={44} height={44} class="mx-auto size-11" />
      <h2 class="mt-4 text-2xl font-semibold tracking-tight">What would you like to know?</h2>
      <p class="mx-auto mt-1 max-w-md text-balance text-muted">
        Ask for the top products of any day or week, in any time zone, or search all of them. You
        can open each step of an answer to see its details.
      </p>
      <ul aria-label="Suggestions" class="mt-6 grid gap-2 text-left sm:grid-cols-2">
        {SUGGESTIONS.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onPick(question)}
              class="h-full w-full rounded-lg border border-line bg-surface px-3.5 py-3 text-left text-sm shadow-card transition-colors hover:border-edge hover:bg-sunken"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
