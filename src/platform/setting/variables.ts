/** What the texts of a kind of notification may name. */
export interface Variables {
  names: readonly string[]
  /** Objects of the app's own, any path into which is a variable. */
  objects: readonly string[]
}

export const PUSH_VARIABLES: Variables = {
  names: [
    'message.data.entities.sender.entity.name',
    'message.data.entities.receiver.entity.name',
    'message.data.text',
    'message.data.interactiveData.title',
    'message.data.interactiveData.text',
  ],
  objects: ['message.data.metadata', 'message.data.customData'],
}

export const DIGEST_VARIABLES: Variables = {
  names: ['groupDetails.name', 'senderDetails.name', 'messages.length'],
  objects: [],
}

const PATH = /^[\w-]+(\.[\w-]+){0,7}$/

export function isVariable(name: string, { names, objects }: Variables): boolean {
  if (names.includes(name)) return true
  return objects.some((object) => {
    return name.startsWith(`${object}.`) && PATH.test(name.slice(object.length + 1))
  })
}

/** For a message to who wrote one that is unknown. */
export function describeVariables({ names, objects }: Variables): string {
  const paths = objects.map((object) => `${object}.…`)
  return [...names, ...paths].join(', ')
}
