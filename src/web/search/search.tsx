import { useLocation } from 'preact-iso'
import { AccessGate } from '../shell/access-gate.tsx'
import { SearchField } from '../shell/search-field.tsx'
import { Page } from '../ui/page.tsx'
import { Results } from './results.tsx'
import { Suggestions } from './suggestions.tsx'

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
