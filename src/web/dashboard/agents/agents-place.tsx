import { Page } from '../../ui/page.tsx'

export function AgentsPlace() {
  return <Page title="Agents">…</Page>
}
