import type { testPlatform } from '../helper/test-platform.ts'

type Call = Awaited<ReturnType<typeof testPlatform>>['call']

/** Users ann, bob and cas; ann and bob in the group harbor, cas banned from it. */
export async function importPeople(call: Call) {
  const member = (uid: string, more: object = {}) => ({
    memberId: `harbor_${uid}`,
    guid: 'harbor',
    uid,
    groupDetails: { guid: 'harbor', name: 'Harbor', type: 'public' },
    userDetails: { uid, name: uid.toUpperCase(), createdAt: 1_700_000_000 },
    ...more,
  })
  const members = [member('ann'), member('bob'), member('cas', { isBanned: true })]
  const body = { members: Object.fromEntries(members.map((one) => [one.memberId, one])) }
  const { body: answer } = await call('POST', '/v3/data_import/members', { body })
  for (const { success } of Object.values<{ success: boolean }>(answer.data)) {
    if (!success) throw new Error('the people could not be imported')
  }
}

export function text(receiver: string, words: string, more: object = {}) {
  const receiverType = receiver === 'harbor' ? 'group' : 'user'
  return {
    receiver,
    receiverType,
    category: 'message',
    type: 'text',
    data: { text: words },
    ...more,
  }
}
