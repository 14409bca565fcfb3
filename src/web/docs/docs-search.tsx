import { useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import { INPUT } from '../ui/field.tsx'

interface Section {
  text: string
  page: string
  href: string
  /** Each word of its text, once. */
  words: string
}

const MAX_FOUND = 8

/**
 * Finds the sections of all pages, those whose heading has the words first. They are loaded when the
 * field gets the focus.
 */
export function DocsSearch() {
  const [sections, setSections] = useState<readonly Section[]>([])
  const [text, setText] = useState('')
  const words = foldWords(text)
  const found = words.length === 0 ? [] : findSections(sections, words)

  async function load() {
    if (sections.length === 0) setSections(await loadSections())
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
      {words.length > 0 && sections.length > 0 && found.length === 0 && (
        <p class="px-2 py-1 text-muted">Nothing matches.</p>
      )}
    </search>
  )
}

/** The sections of all pages. */
export function loadSections(signal?: AbortSignal): Promise<Section[]> {
  return request('/assets/docs-index.json', { signal })
}

export function findSections(sections: readonly Section[], words: readonly string[]) {
  const named = sections.filter(({ text, page }) => hasWords(`${text} ${page}`, words))
  const others = sections.filter((section) => !named.includes(section))
  return [
    ...named,
    ...others.filter(({ text, page, words: own }) => hasWords(`${text} ${page} ${own}`, words)),
  ]
}

function hasWords(text: string, words: readonly string[]): boolean {
  const known = foldWords(text)
  return words.every((word) => known.some((one) => one.startsWith(word)))
}

export function foldWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
