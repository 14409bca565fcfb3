import type * as z from 'zod'
import type * as token from '../chat/access/auth-token.ts'
import type * as action from '../chat/action/action.ts'
import type * as agent from '../chat/agent/agent.ts'
import type * as profile from '../chat/agent/agent-profile-operations.ts'
import type * as trial from '../chat/agent/agent-test.ts'
import type * as conversation from '../chat/conversation/conversation.ts'
import type * as members from '../chat/group/change-members.ts'
import type * as group from '../chat/group/group.ts'
import type * as groups from '../chat/group/group-operations.ts'
import type * as member from '../chat/group/member-record.ts'
import type * as live from '../chat/live/listener.ts'
import type * as message from '../chat/message/message.ts'
import type * as reaction from '../chat/reaction/reaction.ts'
import type * as event from '../chat/run/chat-event.ts'
import type * as toolResult from '../chat/run/tool-result-operations.ts'
import type * as setting from '../chat/setting/preview.ts'
import type * as stats from '../chat/stats.ts'
import type * as user from '../chat/user/user.ts'

// What the client sends and receives, derived from the schemas of the operations in `src/chat`.
// Only types are imported, so none of it is in the bundle. The package has each type written out,
// with the descriptions of its fields (build.mjs).

/** Shows the fields of a computed type. */
type Expand<T> = { [Key in keyof T]: T[Key] }

type Optional<T> = { [Key in keyof T]?: T[Key] | undefined }

/** The hosted platform may have further values where ours has a fixed set. */
type Open<T> = { [Key in keyof T]: T[Key] extends string | undefined ? T[Key] | string : T[Key] }

/** An answer: only the fields that the client itself relies on are sure to be there. */
type Received<T, Required extends keyof T = never> = Expand<
  Open<Pick<T, Required>> & Optional<Open<Omit<T, Required>>>
>

/** Input without null, which means the same as an absent field. */
type Given<T> = { [Key in keyof T]: Exclude<T[Key], null> }

type Unknown = { [field: string]: unknown }

/** A user to create, or to update with an import. */
export type UserDetails = Expand<z.input<typeof user.UserDetails>>

export type User = Received<z.output<typeof user.User>, 'uid' | 'name'>

/** An auth token without the token itself. */
export type AuthToken = Received<z.output<typeof token.AuthToken>, 'id' | 'uid'>

/** A new auth token. It is returned only once; the front end of the user sends it. */
export type NewAuthToken = Received<z.output<typeof token.NewAuthToken>, 'id' | 'uid' | 'authToken'>

/** A group to create, or to update with an import. */
export type GroupDetails = Expand<z.input<typeof group.GroupDetails>>

export type Group = Received<z.output<typeof group.Group>, 'guid' | 'name' | 'type'>

export type GroupMember = Received<z.output<typeof groups.GroupMember>, 'uid' | 'name' | 'scope'>

/** The uids of the users to add to a group: up to 100 at a time. */
export type NewGroupMembers = Expand<z.input<typeof members.AddedMembers>>

type AddedOutput = z.output<typeof members.AddedMember>

/** Whether a user was added, or why not. */
export type AddedMember = Received<Omit<AddedOutput, 'error'>, 'success'> & {
  error?: Received<NonNullable<AddedOutput['error']>, 'code' | 'message'> | undefined
}

/** A member of a group to import. It is sent as it is given. */
export type MemberRecord = Expand<
  Omit<z.input<typeof member.MemberRecord>, 'groupDetails' | 'userDetails'>
> & {
  groupDetails?: GroupDetails | null | undefined
  userDetails?: UserDetails | null | undefined
}

export type ImportedMember = Received<z.output<typeof member.ImportedMember>, 'guid' | 'uid'>

type MessageInput = z.input<typeof message.SentMessage>

/** What a message says: `text`, `metadata`, `customData`, `attachments` and fields of your own. */
export type MessageData = Expand<MessageInput['data']>

/** A message to send. */
export type NewMessage = Expand<Omit<Given<MessageInput>, 'data'>> & {
  data: MessageData
  /** Only used by the hosted platform: the message of the thread. */
  parentId?: string | number | undefined
}

/** A change of a message. `data` replaces what was sent, as do `tags` if given. */
export type MessageEdit = Expand<Omit<Given<z.input<typeof message.MessageEdit>>, 'data'>> & {
  data: MessageData
}

/** A stored message. Fields that are not listed are there too. */
export type Message = Received<Omit<z.output<typeof message.Message>, 'data'>, 'id'> & {
  data?: MessageData | undefined
} & Unknown

/** The result of a frontend action. */
export type ToolOutcome = Expand<z.input<typeof toolResult.ReturnedResult>>

/** How far a conversation has been read. */
export type ConversationRead = Received<
  z.output<typeof conversation.ConversationRead>,
  'conversationId' | 'unreadMessageCount'
>

export type Conversation = Received<
  Omit<z.output<typeof conversation.Conversation>, 'conversationWith' | 'lastMessage'>,
  'conversationId' | 'unreadMessageCount' | 'conversationType'
> & {
  /** The other user, or the group. */
  conversationWith: Record<string, unknown>
  lastMessage: Message
}

type ReactionOutput = z.output<typeof reaction.Reaction>

/** A reaction to a message. */
export type Reaction = Received<
  Omit<ReactionOutput, 'reactedBy'>,
  'id' | 'messageId' | 'reaction' | 'uid' | 'reactedAt'
> & { reactedBy?: Received<ReactionOutput['reactedBy'], 'uid'> | undefined }

type AgentInput = Given<z.input<typeof agent.AgentDetails>>

export type AgentMetaData = Expand<Given<z.input<typeof agent.MetaData>>>

/** Where an agent runs, and how it is called. */
export type IntegrationMeta = Expand<AgentInput['integrationMeta']>

/** The kind of an agent, which decides how it is called. */
export type Integration = AgentInput['integrateWith']

/** An agent to register. */
export type NewAgent = Expand<
  Omit<AgentInput, 'integrateWith' | 'integrationMeta' | 'metaData'>
> & {
  integrateWith: Integration
  integrationMeta: IntegrationMeta
  metaData?: AgentMetaData | undefined
}

/** A registered agent. Fields that are not listed are there too. */
export type Agent = Received<
  Omit<z.output<typeof agent.Agent>, 'integrationMeta'>,
  'uid' | 'name'
> & { integrationMeta?: Record<string, unknown> | undefined } & Unknown

/** An agent as users see it, without where it runs. */
export type AgentProfile = Received<
  z.output<typeof profile.AgentProfile>,
  'uid' | 'name' | 'isActive'
>

/** The result of testing an agent. */
export type Trial = Received<z.output<typeof trial.AgentTest>>

type ActionInput = Given<z.input<typeof action.ActionChange>>

export type ActionChange = Expand<Omit<ActionInput, 'name' | 'description' | 'parameters'>> & {
  description: string
  /** A JSON Schema of an object. */
  parameters?: ({ type: 'object' } & Record<string, unknown>) | undefined
}

/** A registered action or tool. Fields that are not listed are there too. */
export type Action = Received<
  Omit<z.output<typeof action.Action>, 'executionText' | 'parameters'>,
  'name'
> & {
  executionText?: string | null | undefined
  parameters?: Record<string, unknown> | null | undefined
} & Unknown

/** The texts as a receiver would read them, by the names of their templates. */
export type Preview = Received<
  z.output<typeof setting.Preview>,
  'template' | 'variant' | 'rendered'
>

/** What happened on the platform in the last 24 hours. */
export type Stats = Received<z.output<typeof stats.Stats>>

export type TextDelta = Expand<event.TextDelta>
export type ToolCallStart = Expand<event.ToolCallStart>
export type ToolCall = Expand<event.ToolCall>
export type ToolResult = Expand<event.ToolResult>
export type RunStarted = Expand<event.RunStarted>
export type RunFailed = Expand<event.RunFailed>

/** Why a stream of live events ended. */
export type DropReason = live.DropReason
