import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { topicGroups } from '../../ranking/groups.ts'
import { request } from '../api/request.ts'
import type { SearchResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { isOnline } from '../browser/online.ts'
import { ProductRow } from '../product/product-row.tsx'
import { ResponseNotices, ResponseSource } from '../product/response-source.tsx'
import { TellMe } from '../product/tell-me.tsx'
import { AccessGate } from '../shell/access-gate.tsx'
import { SearchField } from '../shell/search-field.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState, ErrorNotice, Skeleton } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

/** Search as you type. The query is in the address. */
export function Search() {
  const { query } = useLocation()
  const searched = query.q?.trim() ?? ''
  return (
    <Page title={searched ? `“${searched.slice(0, 60)}”` : 'Search'} layout="column">
      <AccessGate>
        <SearchField isPlace />
        <div class="mt-6 pb-8">
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

/** The most that the service returns. */
const LIMIT = '10'
const SKELETON_ROWS = [1, 2, 3, 4, 5]

/** The results of a search. The previous results stay visible until the new ones have loaded. */
function Results({ query }: { query: string }) {
  const address = `/api/search?${new URLSearchParams({ q: query, limit: LIMIT })}`
  const { data, isCurrent, error, reload } = useQuery(address, (signal) =>
    request<SearchResponse>(address, { signal }),
  )
  // Offline the last results stay.
  const isFailed = error !== undefined && isOnline.value
  return (
    <>
      {isFailed && <ErrorNotice error={error} onRetry={reload} class="mb-4" />}
      {data && (isCurrent || !isFailed) && (
        <div
          aria-busy={!isCurrent}
          class={cx('transition-opacity', !isCurrent && 'opacity-60 delay-150')}
        >
          <LoadedResults response={data} isCurrent={isCurrent} />
        </div>
      )}
      {!data && !isFailed && <ResultsSkeleton />}
    </>
  )
}

function LoadedResults({ response, isCurrent }: { response: SearchResponse; isCurrent: boolean }) {
  const { hits, q } = response
  const renderText = useMemo(() => highlighter(q), [q])
  return (
    <>
      <div class={hits.length > 0 ? HEAD : undefined}>
        <p role="status" class={hits.length > 0 ? undefined : 'sr-only'}>
          <span key={`${q} ${isCurrent}`}>
            {isCurrent ? resultCount(hits.length, q) : 'Searching…'}
          </span>
        </p>
        {hits.length > 0 && <TellMe topics={[...topicGroups(hits).map(({ name }) => name), '']} />}
      </div>
      <ResponseNotices response={response} />
      {hits.length === 0 ? (
        <Suggestions title={`Nothing matches “${q}”.`}>
          <p>Check the spelling, use fewer words, or try one of these.</p>
        </Suggestions>
      ) : (
        <ol key={q} aria-label="Results" class="@container card divide-y divide-line">
          {hits.map((product) => (
            <li key={product.id} class="relative px-4 py-3 hover:bg-sunken/40">
              <ProductRow product={product} isDetailed renderText={renderText} />
            </li>
          ))}
        </ol>
      )}
      <div class="mt-4">
        <ResponseSource response={response} />
      </div>
    </>
  )
}

function ResultsSkeleton() {
  return (
    <div aria-busy="true" class="space-y-2">
      <p role="status" class={HEAD}>
        Searching…
      </p>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} class="h-24 rounded-lg" />
      ))}
    </div>
  )
}

const HEAD = 'mb-3 flex min-h-9 items-center justify-between gap-3 text-sm text-muted wrap-anywhere'

/** At the limit there may be more results than the service returned. */
function resultCount(count: number, query: string): string {
  if (count === 0) return `No results for “${query}”.`
  if (count === 1) return `1 result for “${query}”.`
  return count < Number(LIMIT)
    ? `${count} results for “${query}”.`
    : `The best ${count} results for “${query}”.`
}

const SUGGESTIONS = ['Meeting notes', 'Developer tools', 'Music', 'Video', 'Travel', 'Finance']

interface SuggestionsProps {
  title: string
  children?: ComponentChildren
}

/** Searches to try, shown when there are no results. */
function Suggestions({ title, children }: SuggestionsProps) {
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

/** Endings that are ignored: `play` also matches plays and playing. */
const ENDING = /(?<=..[^s])(?:ies|ing|es|ed|e|s|y)$/

/** Returns a function that renders a text with the words of the query highlighted. */
function highlighter(query: string): (text: string) => ComponentChildren {
  const stems = wordsOf(query).map((word) => stem(fold(word)))
  const matches = (word: string) => stems.some((searched) => isMatch(fold(word), searched))
  return (text) =>
    text
      .split(/([\p{L}\p{M}\p{N}]+)/u)
      .map((part, index) =>
        index % 2 === 1 && matches(part) ? <Mark key={index}>{part}</Mark> : part,
      )
}

function Mark({ children }: { children: string }) {
  return <mark class="rounded-xs bg-accent-soft text-accent">{children}</mark>
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Short words must match exactly: `ai` does not match `aisle`. */
function isMatch(word: string, searched: string): boolean {
  return searched.length < 3 ? word === searched : word.startsWith(searched)
}

function stem(word: string): string {
  return word.replace(ENDING, '')
}

/** Without case and accents. */
function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
