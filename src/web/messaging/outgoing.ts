import { type ReadonlySignal, signal } from '@preact/signals'
import { PlatformClientError } from '../../platform/client.ts'
import type { Entry } from './entry.ts'

export interface Outgoing {
  entries: ReadonlySignal<readonly Entry[]>
  send(text: string): Promise<void>
  /** Sends again what did not get through; it cannot become two messages. */
  resend(key: string): Promise<void>
  /** A message with this key has been stored. */
  onStored(key: string | undefined): void
}

/** What is on its way to the platform, or did not get there: nothing that was typed is lost. */
export function outgoing(post: (text: string, muid: string) => Promise<void>): Outgoing {
  const entries = signal<readonly Entry[]>([])

  async function attempt(entry: Entry) {
    set({ ...entry, state: 'sending', failure: undefined })
    try {
      await post(entry.text, entry.key)
      remove(entry.key)
    } catch (error) {
      set({ ...entry, state: 'unsent', failure: reasonOf(error) })
    }
  }

  function set(entry: Entry) {
    const isKnown = entries.value.some(({ key }) => key === entry.key)
    entries.value = isKnown
      ? entries.value.map((one) => (one.key === entry.key ? entry : one))
      : [...entries.value, entry]
  }

  function remove(key: string) {
    entries.value = entries.value.filter((one) => one.key !== key)
  }

  return {
    entries,
    send: (text) => attempt(newEntry(text)),
    async resend(key) {
      const entry = entries.value.find((one) => one.key === key)
      if (entry?.state === 'unsent') await attempt(entry)
    },
    onStored: (key) => key !== undefined && remove(key),
  }
}

function newEntry(text: string): Entry {
  return {
    key: crypto.randomUUID(),
    sender: '',
    senderName: 'You',
    isMine: true,
    isNotice: false,
    text,
    steps: [],
    reactions: [],
    isEdited: false,
    isDeleted: false,
    state: 'sending',
  }
}

function reasonOf(error: unknown): string {
  return error instanceof PlatformClientError ? error.message : 'The message could not be sent.'
}
