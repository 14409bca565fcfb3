import * as z from 'zod'

/** How a message is written for a webhook. */
export const FORMATS = ['standard', 'slack', 'discord', 'teams', 'ntfy'] as const
export type Format = (typeof FORMATS)[number]

const Text = z.string().trim().min(1).max(2_000)

/** A value that a header can hold. */
const Token = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be visible ASCII characters')

/** Where a watch is told. */
export const Target = z
  .union(
    [
      z.strictObject({ webhook: Text, format: z.enum(FORMATS).optional() }),
      z.strictObject({
        telegram: z.strictObject({
          token: z.string().regex(/^\d{3,20}:[\w-]{20,100}$/, 'must be the token of a bot'),
          chat: z.union([z.int(), Text]),
        }),
      }),
      z.strictObject({ email: z.email() }),
      z.strictObject({ feed: z.literal(true) }),
      z.strictObject({
        platform: z.strictObject({
          url: Text,
          apikey: Token,
          onBehalfOf: Token,
          receiver: Token,
          receiverType: z.enum(['user', 'group']),
        }),
      }),
    ],
    'must have one of webhook, telegram, email, feed and platform, as documented',
  )
  .meta({ id: 'WatchTarget' })

export type Target = z.output<typeof Target>

/** The formats that the hosts of chat services understand. */
const HOSTS: readonly (readonly [host: RegExp, format: Format, service: string])[] = [
  [/^hooks\.slack(-gov)?\.com$/, 'slack', 'Slack'],
  [/^chat\.googleapis\.com$/, 'slack', 'Google Chat'],
  [/(^|\.)discord(app)?\.com$/, 'discord', 'Discord'],
  [/\.webhook\.office\.com$|\.logic\.azure\.com$|\.powerplatform\.com$/, 'teams', 'Teams'],
  [/^ntfy\.sh$/, 'ntfy', 'ntfy'],
]

/** The format of a webhook, and why it cannot be that one. */
export function formatOf({ webhook, format }: { webhook: string; format?: Format | undefined }) {
  const { hostname } = new URL(webhook)
  const [, own, service] = HOSTS.find(([host]) => host.test(hostname)) ?? []
  const isWrong = own !== undefined && format !== undefined && own !== format
  return {
    format: format ?? own ?? 'standard',
    issue: isWrong ? `${service} reads the format ${own}, not ${format}` : undefined,
  }
}
