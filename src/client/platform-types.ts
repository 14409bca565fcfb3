import type { operations } from '../../dist/openapi.d.ts'

// What the client sends and receives, as the service's own OpenAPI document has it. `npm run build`
// makes the types of the document (build.mjs); none of it is in the bundle.

interface Content<Json> {
  content: { 'application/json': Json }
}

/** The body that an operation takes. */
type Body<Id extends keyof operations> = operations[Id] extends { requestBody: Content<infer Json> }
  ? Json
  : never

/** `data` of its answer. */
type Data<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: Content<{ data: infer Json }> }
}
  ? Json
  : never

/** A user to create, or to update with an import. */
export type UserDetails = Body<'createUser'>
export type User = Data<'getUser'>

/** An auth token without the token itself. */
export type AuthToken = Data<'listAuthTokens'>[number]
/** A new auth token. It is returned only once; the front end of the user sends it. */
export type NewAuthToken = Data<'createAuthToken'>

/** A group to create, or to update with an import. */
export type GroupDetails = Body<'createGroup'>
export type Group = Data<'getGroup'>
export type GroupMember = Data<'listMembers'>[number]
/** The uids of the users to add to a group: up to 100 at a time. */
export type NewGroupMembers = Body<'addMembers'>
/** The outcome for each user, by uid. */
export type AddedMembers = Data<'addMembers'>

/** A member of a group to import. It is sent as it is given. */
export type MemberRecord = Body<'importMembers'>['members'][string]
/** The outcome of each record, by its `memberId`. */
export type ImportedRecords = Data<'importMembers'>
export type ImportedMember = NonNullable<ImportedRecords[string]['data']>

/** A message to send. `parentId` is only used by the hosted platform: the message of the thread. */
export type NewMessage = Body<'sendMessage'> & { parentId?: string | number }
/** A change of a message. `data` replaces what was sent, as do `tags` if given. */
export type MessageEdit = Body<'editMessage'>
export type Message = Data<'getMessage'>
/** The result of a frontend action. */
export type ToolOutcome = Body<'handBackToolResult'>

export type Conversation = Data<'listConversations'>[number]
/** How far a conversation has been read. */
export type ConversationRead = Data<'markGroupConversationRead'>
export type Reaction = Data<'listReactions'>[number]

/** An agent to register. */
export type NewAgent = Body<'createAgent'>
export type AgentChange = Body<'changeAgent'>
export type Agent = Data<'getAgent'>
/** The agent to test: a registered one by its uid, with changes if any; or an unregistered one. */
export type TrialRequest = Body<'testAgent'>
/** The result of testing an agent. */
export type Trial = Data<'testAgent'>
/** An agent as users see it, without where it runs. */
export type AgentProfile = Data<'getAgentProfile'>

/** A frontend action, or the label of a tool, to register. */
export type NewAction = Body<'createTool'>
export type ActionChange = Omit<Body<'replaceTool'>, 'name'>
export type Action = Data<'getTool'>

/** Notification settings. */
export type Settings = Data<'listNotificationSettings'>
/** The settings to change. */
export type SettingsChange = Body<'changeNotificationSettings'>

export type Stats = Data<'getStats'>
