import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

const SUGGESTIONS = ['Meeting notes', 'Developer tools', 'Music', 'Video', 'Travel', 'Finance']

interface SuggestionsProps {
  title: string
  children?: ComponentChildren
}

/** Where there is nothing to show, what might be worth a search. */
export function Suggestions({ title, children }: SuggestionsProps) {
  return (
    <Empty title={title}>
      {children}
      <ul aria-label="Suggestions" class="mt-4 flex flex-wrap justify-center gap-2">
        {SUGGESTIONS.map((words) => (
          <li key={words}>
            <ButtonLink href={`/search?${new URLSearchParams({ q: words })}`}>{words}</ButtonLink>
          </li>
        ))}
      </ul>
    </Empty>
  )
}
