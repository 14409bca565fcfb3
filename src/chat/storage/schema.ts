import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

// Instants are Unix seconds, as on the wire; those in columns that end in `_ms` are milliseconds.

type Json = Readonly<Record<string, unknown>>

/** When a thing was created as its owner says, and when we first and last stored it. */
const history = () => ({
  createdAt: integer('created_at'),
  recordedAt: integer('recorded_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

const labels = () => ({
  metadata: text('metadata', { mode: 'json' }).$type<Json>(),
  tags: text('tags', { mode: 'json' }).$type<readonly string[]>(),
})

export const users = sqliteTable('users', {
  uid: text('uid').primaryKey(),
  name: text('name').notNull(),
  avatar: text('avatar'),
  link: text('link'),
  role: text('role'),
  lastActiveAt: integer('last_active_at'),
  ...labels(),
  ...history(),
})

export const groups = sqliteTable('groups', {
  guid: text('guid').primaryKey(),
  name: text('name').notNull(),
  type: text('type', { enum: ['public', 'password', 'private'] }).notNull(),
  icon: text('icon'),
  description: text('description'),
  owner: text('owner'),
  ...labels(),
  ...history(),
})

export const members = sqliteTable(
  'members',
  {
    guid: text('guid')
      .notNull()
      .references(() => groups.guid, { onDelete: 'cascade' }),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    scope: text('scope', { enum: ['admin', 'moderator', 'participant'] }).notNull(),
    isBanned: integer('is_banned', { mode: 'boolean' }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    recordedAt: integer('recorded_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (row) => [primaryKey({ columns: [row.guid, row.uid] }), index('members_of_user').on(row.uid)],
)

/** As `conversationKey` in `message/conversation.ts` has it. No uid and no guid can hold a slash. */
const CONVERSATION_KEY = sql`case receiver_type when 'group' then 'group/' || receiver else 'user/' || min(sender, receiver) || '/' || max(sender, receiver) end`

/** Neither deleted, nor a notice, nor a result that a client hands back to an agent. */
const IS_SAID = sql`deleted_at is null and visible_to is null and not (category = 'custom' and type = 'tool-result')`

export const messages = sqliteTable(
  'messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** What the sender calls it: a message sent again under the same name is the same message. */
    muid: text('muid'),
    sender: text('sender').notNull(),
    receiver: text('receiver').notNull(),
    receiverType: text('receiver_type', { enum: ['user', 'group'] }).notNull(),
    /** Made of the parties by the database itself, so that it can never differ from them. */
    conversationKey: text('conversation_key')
      .generatedAlwaysAs(CONVERSATION_KEY, { mode: 'virtual' })
      .notNull(),
    category: text('category').notNull(),
    type: text('type').notNull(),
    /** As it was sent: `text`, `metadata`, `customData`, … */
    data: text('data', { mode: 'json' }).$type<Json>().notNull(),
    tags: text('tags', { mode: 'json' }).$type<readonly string[]>(),
    /** Of an agent's answer: the run that wrote it, and the thread it belongs to. */
    runId: text('run_id'),
    threadId: text('thread_id'),
    /** Of an agent's answer: the message it answers. Of a tool result: the answer with the call. */
    replyTo: integer('reply_to'),
    /** Of a tool result: the call. */
    toolCallId: text('tool_call_id'),
    /** Of a notice: the only user who may see it. Null: everybody in the conversation. */
    visibleTo: text('visible_to'),
    sentAt: integer('sent_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    editedAt: integer('edited_at'),
    /** Whether it may count as unread. */
    isSaid: integer('is_said', { mode: 'boolean' })
      .generatedAlwaysAs(IS_SAID, { mode: 'virtual' })
      .notNull(),
  },
  (row) => [
    uniqueIndex('message_named_by_sender').on(row.sender, row.muid),
    uniqueIndex('tool_result_once').on(row.replyTo, row.toolCallId),
    uniqueIndex('notice_once').on(row.replyTo, row.sender).where(sql`visible_to is not null`),
    // Covers the count of unread messages.
    index('messages_of_conversation').on(
      row.conversationKey,
      row.id,
      row.isSaid,
      row.sender,
      row.sentAt,
    ),
    index('messages_of_sender').on(row.sender, row.receiverType, row.id),
    index('messages_of_receiver').on(row.receiver, row.receiverType, row.id),
    index('messages_of_run').on(row.runId),
  ],
)

/** A row for each conversation in which something was said, so that a user's are found at once. */
export const conversations = sqliteTable(
  'conversations',
  {
    key: text('key').primaryKey(),
    /** The two of a conversation between users, in order. A group's are its members. */
    oneUid: text('one_uid'),
    otherUid: text('other_uid'),
    lastMessageId: messageReference('last_message_id').notNull(),
  },
  (row) => [
    index('conversations_of_one').on(row.oneUid, row.lastMessageId),
    index('conversations_of_other').on(row.otherUid, row.lastMessageId),
  ],
)

/** Up to which message each user has read each conversation. */
export const conversationReads = sqliteTable(
  'conversation_reads',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    lastReadId: integer('last_read_id').notNull(),
    readAt: integer('read_at').notNull(),
  },
  (row) => [primaryKey({ columns: [row.uid, row.key] })],
)

export const reactions = sqliteTable(
  'reactions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    reaction: text('reaction').notNull(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    reactedAt: integer('reacted_at').notNull(),
  },
  (row) => [
    uniqueIndex('reaction_once').on(row.messageId, row.reaction, row.uid),
    index('reactions_of_message').on(row.messageId, row.id),
    index('reactions_of_kind').on(row.messageId, row.reaction, row.id),
  ],
)

/** One row at most, `id` 1: how the settings differ from their defaults. */
export const notificationSettings = sqliteTable('notification_settings', {
  id: integer('id').primaryKey(),
  difference: text('difference', { mode: 'json' }).$type<Json>().notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Keys by what is left of them: their SHA-256, in hexadecimal. */
export const apiKeys = sqliteTable('api_keys', {
  hash: text('hash').primaryKey(),
  scope: text('scope', { enum: ['fullAccess', 'authOnly'] }).notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Users' auth tokens, by their hashes as keys are. */
export const authTokens = sqliteTable(
  'auth_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').notNull(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (row) => [
    uniqueIndex('auth_token_by_hash').on(row.hash),
    index('auth_tokens_of_user').on(row.uid, row.id),
    index('auth_tokens_by_expiry').on(row.expiresAt),
  ],
)

export const agents = sqliteTable('agents', {
  uid: text('uid').primaryKey(),
  name: text('name').notNull(),
  icon: text('icon'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  integrateWith: text('integrate_with').notNull(),
  integrationType: text('integration_type').notNull(),
  /** `baseUrl`, `agentId` and the `headers` it is called with, which are secrets. */
  integrationMeta: text('integration_meta', { mode: 'json' }).$type<Json>().notNull(),
  tools: text('tools', { mode: 'json' }).$type<readonly string[]>().notNull(),
  actions: text('actions', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** `greetingMessage`, `introductoryMessage`, `suggestedMessages`. */
  metaData: text('meta_data', { mode: 'json' }).$type<Json>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Frontend actions, and labels for backend tools (`doNotExecute`). */
export const actions = sqliteTable('actions', {
  name: text('name').primaryKey(),
  displayName: text('display_name').notNull(),
  executionText: text('execution_text'),
  description: text('description'),
  parameters: text('parameters', { mode: 'json' }).$type<Json>().notNull(),
  doNotExecute: integer('do_not_execute', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Runs of agents. While one runs, its conversation takes no other: an index holds that. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    runId: text('run_id').primaryKey(),
    threadId: text('thread_id').notNull(),
    conversationKey: text('conversation_key').notNull(),
    agentUid: text('agent_uid').notNull(),
    /** The message that is answered. */
    messageId: messageReference('message_id').notNull(),
    /** The answer, once it is stored. */
    answerId: messageReference('answer_id'),
    /** Those that wait have their turn by the order of their messages. */
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed', 'stopped'] }).notNull(),
    /** Why it failed, by code. */
    failure: text('failure'),
    startedAtMs: integer('started_at_ms').notNull(),
    /** A run that still says it runs, or waits, after this was cut short: nobody will end it. */
    expiresAtMs: integer('expires_at_ms').notNull(),
    endedAtMs: integer('ended_at_ms'),
  },
  (row) => [
    uniqueIndex('one_running_delivery').on(row.conversationKey).where(sql`state = 'running'`),
    index('deliveries_of_conversation').on(row.conversationKey, row.startedAtMs),
    index('deliveries_of_message').on(row.messageId),
    index('deliveries_of_agent').on(row.agentUid, row.startedAtMs),
  ],
)

/**
 * What live listeners are sent, a row an event. Ids become visible in the order of their numbers,
 * because SQLite has one writer: whoever has read up to one of them has missed none before it.
 *
 * Events of messages and reactions are written by triggers (migration 0004_events), so that whoever
 * writes one writes the other in the same transaction. A trigger also deletes what is a day old.
 */
export const events = sqliteTable(
  'events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Who may see it: the parties of this conversation, or those of them who may see the message. */
    conversationKey: text('conversation_key').notNull(),
    kind: text('kind').notNull(),
    /** The message concerned. It is read with the event, so it is never older than the event. */
    messageId: integer('message_id'),
    /** Of an agent's answer that grows: its run. */
    runId: text('run_id'),
    payload: text('payload', { mode: 'json' }).$type<Json>(),
    /** By the clock of the database, which all processes share. */
    createdAtMs: integer('created_at_ms')
      .notNull()
      .default(sql`(cast(unixepoch('subsec') * 1000 as integer))`),
  },
  (row) => [index('events_of_run').on(row.runId, row.id).where(sql`run_id is not null`)],
)

function messageReference(name: string) {
  return integer(name).references((): SQLiteColumn => messages.id, { onDelete: 'cascade' })
}
