import { Search as SearchIcon, X } from 'lucide'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { AccessGate } from '../shell/access-gate.tsx'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Page } from '../ui/page.tsx'
import { Results } from './results.tsx'
import { Suggestions } from './suggestions.tsx'

const DEBOUNCE_MS = 200
/** The limit of the service. */
const MAX_CHARACTERS = 512

/** Search as you type. The query is in the URL. */
export function Search() {
  const { query, path, route } = useLocation()
  const searched = query.q?.trim() ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query.q ?? '')
  /** The query that this component last put into the URL. */
  const written = useRef(searched)

  // A link or the back button has changed the URL.
  useEffect(() => {
    if (written.current === searched) return
    written.current = searched
    setText(searched)
  }, [searched])

  useEffect(() => {
    const words = text.trim()
    if (words === written.current) return
    const timer = setTimeout(search, DEBOUNCE_MS, words)
    return () => clearTimeout(timer)
  }, [text])

  function search(words: string) {
    written.current = words
    if (path === '/search') route(searchHref(words), true)
  }

  function clear() {
    setText('')
    search('')
    input.current?.focus()
  }

  return (
    <Page title="Search" lead="Find a product by its name, what it does, or its topics.">
      <AccessGate>
        <SearchField
          input={input}
          value={text}
          onInput={setText}
          onSubmit={() => search(text.trim())}
          onClear={clear}
        />
        <div class="mt-6">
          {searched ? (
            <Results query={searched} />
          ) : (
            <Suggestions title="What are you looking for?" />
          )}
        </div>
      </AccessGate>
    </Page>
  )
}

interface SearchFieldProps {
  input: RefObject<HTMLInputElement | null>
  value: string
  onInput: (value: string) => void
  onSubmit: () => void
  onClear: () => void
}

function SearchField({ input, value, onInput, onSubmit, onClear }: SearchFieldProps) {
  return (
    <search>
      <form
        class="relative"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Icon
          node={SearchIcon}
          class="pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted"
        />
        <input
          ref={input}
          type="search"
          aria-label="Search products"
          placeholder="Meeting notes, music, developer tools…"
          autoComplete="off"
          maxLength={MAX_CHARACTERS}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={cx(
            INPUT,
            'h-12 px-11 text-base [&::-webkit-search-cancel-button]:appearance-none',
          )}
        />
        {value && (
          <IconButton label="Clear" onClick={onClear} class="absolute top-1.5 right-1.5">
            <Icon node={X} />
          </IconButton>
        )}
      </form>
    </search>
  )
}

function searchHref(words: string): string {
  return words ? `/search?${new URLSearchParams({ q: words })}` : '/search'
}
