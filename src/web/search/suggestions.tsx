import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'

const SUGGESTIONS = ['Meeting notes', 'Developer tools', 'Music', 'Video', 'Travel', 'Finance']

interface SuggestionsProps {
  title: string
  children?: ComponentChildren
}

/** Searches to try, shown when there are no results. */
export function Suggestions({ title, children }: SuggestionsProps) {
  return (
    <EmptyState title={title}>
      {children}
      <ul aria-label="Suggestions" class="mt-4 flex flex-wrap justify-center gap-2">
        {SUGGESTIONS.map((words) => (
          <li key={words}>
            <ButtonLink href={`/search?${new URLSearchParams({ q: words })}`}>{words}</ButtonLink>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}
