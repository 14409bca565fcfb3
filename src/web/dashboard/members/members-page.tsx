import { Page } from '../../ui/page.tsx'
import { GroupsSection } from './groups-section.tsx'
import { ImportSection } from './import-section.tsx'

export function MembersPage() {
  return (
    <Page
      title="Members"
      lead="Import members of groups from a file, and see who is in each group."
    >
      <ImportSection />
      <GroupsSection />
    </Page>
  )
}
