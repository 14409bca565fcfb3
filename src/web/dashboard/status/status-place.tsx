import { Page } from '../../ui/page.tsx'

export function StatusPlace() {
  return <Page title="Status">…</Page>
}
