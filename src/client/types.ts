import type { operations, paths } from '../../dist/openapi.d.ts'

// What the client sends and receives, as the service's own OpenAPI document has it. `npm run build`
// makes the types of the document (build.mjs); none of it is in the bundle.

interface Content<Json> {
  content: { 'application/json': Json }
}

export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody: Content<infer Json>
}
  ? Json
  : never

/** `data` of the answer of an operation of the chat platform. */
export type DataOf<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: Content<{ data: infer Json }> }
}
  ? Json
  : never

export type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: Content<infer Json> } }
}
  ? Json
  : never

export type Product = AnswerOf<'/api/top'>['posts'][number]
export type User = DataOf<'getUser'>
export type Group = DataOf<'getGroup'>
export type GroupMember = DataOf<'listMembers'>[number]
/** A member of a group to import. It is sent as it is given. */
export type MemberRecord = BodyOf<'importMembers'>['members'][string]
export type ImportedMember = NonNullable<DataOf<'importMembers'>[string]['data']>
export type NewMessage = BodyOf<'sendMessage'>
export type Message = DataOf<'getMessage'>
/** The result of a frontend action. */
export type ToolOutcome = BodyOf<'handBackToolResult'>
export type Conversation = DataOf<'listConversations'>[number]
export type Reaction = DataOf<'listReactions'>[number]
export type Agent = DataOf<'getAgent'>
/** An agent as users see it, without where it runs. */
export type AgentProfile = DataOf<'getAgentProfile'>
export type Action = DataOf<'getTool'>
export type Settings = DataOf<'listNotificationSettings'>
