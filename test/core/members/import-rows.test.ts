import { describe, expect, it } from 'vitest'
import { batches } from '../../../src/core/members/batches.ts'
import { importRows } from '../../../src/core/members/import-rows.ts'
import type { MemberRecord } from '../../../src/core/members/member-record.ts'
import { readMembers } from '../../../src/core/members/read-members.ts'

const STORED: Readonly<Record<string, Record<string, unknown>>> = {
  'group dock': { guid: 'dock', name: 'Dock', type: 'public', description: 'Ships' },
  'user ann': { uid: 'ann', name: 'Ann', role: 'default' },
}

/** The records that an import of a file sends, and the differences that it lists. */
async function importing(text: string, update = false) {
  const bytes = async () => new TextEncoder().encode(text)
  const read = await readMembers({ name: 'a.csv', bytes }, { now: new Date() })
  const sent: MemberRecord[] = []
  const found: string[] = []
  const importer = {
    async find(kind: 'group' | 'user', id: string) {
      found.push(`${kind} ${id}`)
      return STORED[`${kind} ${id.toLowerCase()}`]
    },
    async *importMembers(records: AsyncIterable<MemberRecord>) {
      for await (const batch of batches(records)) {
        sent.push(...batch)
        yield batch.map((record) => ({ record, success: true as const }))
      }
    },
  }
  const differences: string[] = []
  for await (const batch of importRows(read, importer, { update })) {
    differences.push(...batch.differences)
  }
  return { sent, differences, found }
}

describe('importRows()', () => {
  const HEAD = 'guid,uid,groupDetails.name,groupDetails.type,userDetails.name'

  it('details of what exists are not sent, and those that differ are listed', async () => {
    const text = `${HEAD}\nDOCK,ann,Harbour,private,Ann\ndock,bob,,,Bob\npier,ann,Pier,public,Anna\n`
    const { sent, differences, found } = await importing(text)
    expect(sent).toEqual([
      { memberId: 'DOCK_ann', guid: 'DOCK', uid: 'ann' },
      { memberId: 'dock_bob', guid: 'dock', uid: 'bob', userDetails: { uid: 'bob', name: 'Bob' } },
      {
        ...{ memberId: 'pier_ann', guid: 'pier', uid: 'ann' },
        groupDetails: { guid: 'pier', name: 'Pier', type: 'public' },
      },
    ])
    expect(differences).toEqual(['group DOCK: name, type', 'user ann: name'])
    expect(found.toSorted()).toEqual(['group DOCK', 'group pier', 'user ann', 'user bob'])
  })

  it('an update sends those that differ', async () => {
    const text = `${HEAD}\ndock,ann,Harbour,public,Ann\n`
    const { sent, differences } = await importing(text, true)
    expect(sent).toEqual([
      {
        ...{ memberId: 'dock_ann', guid: 'dock', uid: 'ann' },
        groupDetails: { guid: 'dock', name: 'Harbour', type: 'public' },
      },
    ])
    expect(differences).toEqual(['group dock: name'])
  })

  it.each([
    [false, { name: 'Pier', type: 'public', description: 'Old' }],
    [true, { name: 'Wharf', type: 'public', description: 'Old' }],
  ])(
    'rows that describe one new group differently are listed (update: %s)',
    async (update, last) => {
      const head = 'guid,uid,groupDetails.name,groupDetails.type,groupDetails.description'
      const text = `${head}\npier,ann,Pier,public,\nPIER,bob,Pier,,\npier,cas,Wharf,public,Old\n`
      const { sent, differences } = await importing(text, update)
      expect(sent.at(-1)?.groupDetails).toEqual({ guid: 'pier', ...last })
      expect(differences).toEqual(['group pier: name'])
    },
  )

  it('what an id was made of changes no group, not even by an update', async () => {
    const { sent, differences } = await importing('Group,uid\nDOCK,cas\n', true)
    expect(sent).toEqual([{ memberId: 'dock_cas', guid: 'dock', uid: 'cas' }])
    expect(differences).toEqual([])
  })
})
