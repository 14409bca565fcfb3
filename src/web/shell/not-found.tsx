import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFound({ lead = 'There is no page at this address.' }: { lead?: string }) {
  return (
    <Page title="Not found" lead={lead}>
      <div class="flex flex-wrap gap-2">
        <ButtonLink kind="primary" href="/">
          Back to the board
        </ButtonLink>
        <ButtonLink href="/search">Search</ButtonLink>
      </div>
    </Page>
  )
}
