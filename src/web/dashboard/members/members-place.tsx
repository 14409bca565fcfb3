import { Page } from '../../ui/page.tsx'

export function MembersPlace() {
  return <Page title="Members">…</Page>
}
