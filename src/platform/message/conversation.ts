interface Parties {
  sender: string
  receiver: string
  receiverType: 'user' | 'group'
}

/** What a message belongs to: the same whichever of two users sends it. */
export function conversationOf({ sender, receiver, receiverType }: Parties): string {
  if (receiverType === 'group') return `group_${receiver}`
  return [sender, receiver].sort().join('_user_')
}
