import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Message } from './message.ts'

/** What a feeder provides for `ConversationView`. What is absent is not offered. */
export interface Conversation {
  messages: ReadonlySignal<readonly Message[]>
  /** What the user is typing. */
  draft: Signal<string>
  /** Rejects with an error for the user if the message was not sent: it stays in the field. */
  send(text: string): Promise<void>
  /** Why the last answer failed, if it did since the page was loaded. */
  failure?: ReadonlySignal<unknown>
  /** Ends the answer that is streaming. */
  stop?(): void
  /** Asks the last question again and replaces its answer. */
  askAgain?(): void
  /** The question that is being edited: the next one is sent in its place. */
  editing?: ReadonlySignal<Message | undefined>
  /** Starts editing the last question, or stops it. */
  edit?(isEditing: boolean): void
  react?(messageId: string, reaction: string, isMine: boolean): Promise<void>
  /** Sends the result of a frontend action that this page cannot run. */
  sendResult?(messageId: string, toolCallId: string, result: unknown): Promise<void>
}
