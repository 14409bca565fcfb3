import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { LiveEvent, Message } from '../../platform/client.ts'
import { type Entry, isShown, toEntry } from './entry.ts'

type ReactionEvent = Extract<LiveEvent, { reactions: unknown }>

export interface StoredMessages {
  entries: ReadonlySignal<readonly Entry[]>
  add(...messages: readonly Message[]): void
  get(id: string): Message | undefined
  oldestId(): string | undefined
  countReaction(event: ReactionEvent): void
}

/** What the platform has of a conversation, as far as it was read: each message as it last was. */
export function storedMessages(isMine: (uid: string) => boolean): StoredMessages {
  const messages = signal<ReadonlyMap<string, Message>>(new Map())
  const ordered = computed(() =>
    [...messages.value.values()].sort((one, other) => Number(one.id) - Number(other.id)),
  )

  function add(...added: readonly Message[]) {
    const next = new Map(messages.value)
    for (const message of added) next.set(message.id, message)
    messages.value = next
  }

  return {
    entries: computed(() => ordered.value.filter(isShown).map((one) => toEntry(one, isMine))),
    add,
    get: (id) => messages.value.get(id),
    oldestId: () => ordered.value[0]?.id,
    countReaction(event) {
      const message = messages.value.get(event.messageId)
      if (!message) return
      const mine = reactedBefore(message)
      if (isMine(event.reaction.uid)) {
        if (event.type === 'reaction-added') mine.add(event.reaction.reaction)
        else mine.delete(event.reaction.reaction)
      }
      // Events are the same for everybody: which reactions are one's own is not in them.
      const reactions = event.reactions.map((one) =>
        mine.has(one.reaction) ? { ...one, reactedByMe: true } : one,
      )
      add({ ...message, data: { ...message.data, reactions } })
    },
  }
}

function reactedBefore({ data }: Message): Set<string> {
  const reactions: unknown = data?.reactions
  if (!Array.isArray(reactions)) return new Set()
  return new Set(
    reactions.filter(({ reactedByMe }) => reactedByMe).map(({ reaction }) => String(reaction)),
  )
}
