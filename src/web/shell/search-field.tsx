import { Search, X } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { opened } from './shortcuts.tsx'
import { isApplication, useNavigate } from './use-navigate.ts'

const DEBOUNCE_MS = 200
/** The limit of the service. */
const MAX_CHARACTERS = 512

interface SearchFieldProps {
  /** The field of `/search` itself; others lead there as one types. */
  isPlace?: boolean
  class?: string
}

/** Writes what is typed into the address of `/search`, which shows its results. */
export function SearchField({ isPlace = false, class: className }: SearchFieldProps) {
  const { input, text, setText, composition, search } = useSearchText(isPlace)
  return (
    <search class={className}>
      <form
        class="relative"
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          search(text.trim())
        }}
      >
        <Icon
          node={Search}
          class={cx(
            'pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted',
            isPlace ? 'size-5' : 'size-4',
          )}
        />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search products"
          aria-keyshortcuts="/ Control+K"
          placeholder={isPlace ? 'Meeting notes, music, developer tools…' : 'Search products'}
          autoComplete="off"
          maxLength={MAX_CHARACTERS}
          value={text}
          onClick={() => {
            if (!isPlace) opened.value = 'palette'
          }}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          {...composition}
          class={cx(
            INPUT,
            '[&::-webkit-search-cancel-button]:appearance-none',
            isPlace ? 'h-12 px-11' : 'h-9 rounded-full border-line pr-10 pl-9 text-sm',
          )}
        />
        {isPlace && text && (
          <IconButton
            label="Clear"
            onClick={() => {
              setText('')
              search('')
              input.current?.focus()
            }}
            class="absolute top-1/2 right-1 -translate-y-1/2"
          >
            <Icon node={X} />
          </IconButton>
        )}
        {!isPlace && (
          <span
            aria-hidden="true"
            class="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 font-sans text-sm text-muted"
          >
            /
          </span>
        )}
      </form>
    </search>
  )
}

/** The words of a field and of the address, each of which follows the other. */
function useSearchText(isPlace: boolean) {
  const { query } = useLocation()
  const navigate = useNavigate()
  const searched = isPlace ? (query.q ?? '').trim() : ''
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(searched)
  const { settled, composition } = useSettled(text.trim(), DEBOUNCE_MS)
  /** The words that this field last put into the address. */
  const written = useRef(searched)

  function search(words: string) {
    written.current = words
    // On the place itself each query replaces the one before, so that going back leaves the search.
    navigate(words ? `/search?${new URLSearchParams({ q: words })}` : '/search', isPlace)
  }

  // Whoever arrives here while typing goes on typing.
  useEffect(() => {
    if (!isPlace) return
    input.current?.focus()
    input.current?.setSelectionRange(searched.length, searched.length)
  }, [])

  // A link or the back button has changed the address.
  useEffect(() => {
    if (written.current === searched) return
    written.current = searched
    setText(searched)
  }, [searched])

  useEffect(() => {
    if (isApplication && settled === text.trim() && settled !== written.current) search(settled)
  }, [settled, text])

  return { input, text, setText, composition, search }
}
