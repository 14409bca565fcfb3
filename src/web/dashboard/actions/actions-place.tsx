import { Page } from '../../ui/page.tsx'

export function ActionsPlace() {
  return <Page title="Frontend actions">…</Page>
}
