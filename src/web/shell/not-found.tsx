import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Not found" lead="There is no page at this address.">
      <ButtonLink href="/">Back to the board</ButtonLink>
    </Page>
  )
}
