import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { checkPublicUrl } from '../core/upstream/public-url.ts'

/** How a message is written for a webhook. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord', 'teams', 'ntfy'] as const
export type Format = (typeof WEBHOOK_FORMATS)[number]

const Text = z.string().trim().min(1).max(2_000)

/** A value that a header can hold. */
const Token = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be visible ASCII characters')

/** Where the messages of a watch go. */
export const Target = z
  .union(
    [
      z.strictObject({ webhook: Text, format: z.enum(WEBHOOK_FORMATS).optional() }),
      z.strictObject({
        telegram: z.strictObject({
          token: z
            .string()
            .regex(
              /^\d{3,20}:[\w-]{20,100}$/,
              'must be the token of a bot, such as 123456:ABC-DEF…',
            ),
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
    'must be {"webhook": "https://…", "format": "slack"}, also discord, teams, ntfy or standard, {"telegram": {"token": "…", "chat": "…"}}, ' +
      '{"email": "…"}, {"feed": true} or {"platform": {"url", "apikey", "onBehalfOf", "receiver", "receiverType"}}',
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

/** The format of a webhook, and an issue if its host reads another. */
export function formatOf({ webhook, format }: { webhook: string; format?: Format | undefined }) {
  const { hostname } = new URL(webhook)
  const [, own, service] = HOSTS.find(([host]) => host.test(hostname)) ?? []
  const isWrong = own !== undefined && format !== undefined && own !== format
  return {
    format: format ?? own ?? 'standard',
    issue: isWrong ? `${service} reads the format ${own}, not ${format}` : undefined,
  }
}

/** The public part of a target: its address is a secret. */
export function kindOf(target: Target): { kind: string; host: string } {
  if ('webhook' in target) {
    return { kind: formatOf(target).format, host: new URL(target.webhook).host }
  }
  if ('telegram' in target) return { kind: 'telegram', host: 'api.telegram.org' }
  if ('platform' in target) return { kind: 'platform', host: new URL(target.platform.url).host }
  return 'email' in target ? { kind: 'email', host: 'email' } : { kind: 'feed', host: 'feed' }
}

interface TargetDeps {
  allowLocal: boolean
  sendEmail?: unknown
}

/** @throws AppError that says why nothing can be sent there */
export function checkTarget(target: Target, name: string, { allowLocal, sendEmail }: TargetDeps) {
  const invalid = (reason: string) => new AppError('invalid-request', `${name}.${reason}.`)
  if ('email' in target && !sendEmail) {
    throw invalid('email: is for Workers with the binding EMAIL and the variable EMAIL_FROM')
  }
  if ('platform' in target) {
    checkPublicUrl(target.platform.url, { allowLocal, name: `${name}.platform.url` })
  }
  if (!('webhook' in target)) return
  const url = new URL(checkPublicUrl(target.webhook, { allowLocal, name: `${name}.webhook` }))
  const { format, issue } = formatOf(target)
  if (issue) throw invalid(`format: ${issue}`)
  if (format === 'ntfy' && url.pathname.length < 2) throw invalid('webhook: must end with a topic')
}
