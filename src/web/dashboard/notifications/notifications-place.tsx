import { Page } from '../../ui/page.tsx'

export function NotificationsPlace() {
  return <Page title="Notifications">…</Page>
}
