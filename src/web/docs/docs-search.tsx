import { useState } from 'preact/hooks'
import { INPUT } from '../ui/field.tsx'

interface Heading {
  text: string
  page: string
  href: string
}

const MAX_FOUND = 8

/** Finds the headings of all pages. They are loaded when the field gets the focus. */
export function DocsSearch() {
  const [headings, setHeadings] = useState<readonly Heading[]>([])
  const [text, setText] = useState('')
  const words = foldWords(text)
  const found = words.length === 0 ? [] : headings.filter((heading) => matches(heading, words))

  async function load() {
    if (headings.length > 0) return
    const response = await fetch('/assets/docs-index.json')
    if (response.ok) setHeadings(await response.json())
  }

  return (
    <search class="docs-search">
      <input
        type="search"
        aria-label="Search the documentation"
        placeholder="Search the docs"
        value={text}
        onFocus={() => void load().catch(() => {})}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        class={INPUT}
      />
      <p role="status" class="sr-only">
        {words.length > 0 && `${found.length} found.`}
      </p>
      <ul>
        {found.slice(0, MAX_FOUND).map(({ text: heading, page, href }) => (
          <li key={href}>
            <a href={href}>
              {heading}
              {page !== heading && <span>{page}</span>}
            </a>
          </li>
        ))}
      </ul>
      {words.length > 0 && headings.length > 0 && found.length === 0 && (
        <p class="px-2 py-1 text-muted">Nothing matches.</p>
      )}
    </search>
  )
}

function matches({ text, page }: Heading, words: readonly string[]): boolean {
  const known = foldWords(`${text} ${page}`)
  return words.every((word) => known.some((one) => one.startsWith(word)))
}

function foldWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
