import { Page } from '../../ui/page.tsx'

export function ChatPlace() {
  return <Page title="Chat as a user">…</Page>
}
