import { Page } from '../../ui/page.tsx'
import { GroupsSection } from './groups-section.tsx'
import { ImportSection } from './import-section.tsx'

export function MembersPage() {
  return (
    <Page title="Members" lead="Who is in each group, and import of members from a file.">
      <ImportSection />
      <GroupsSection />
    </Page>
  )
}
