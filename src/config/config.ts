import * as z from 'zod'
import { LOG_LEVELS } from '../core/log.ts'
import { isNearMiss } from '../core/near-miss.ts'
import { excerpt } from '../core/printable.ts'
import { issueMessage } from '../core/validation.ts'
import { isTimezone } from '../ranking/timeframe.ts'
import type { SourceChoice } from '../sources/live-source.ts'
import { ColumnNames } from '../sources/user-catalogue/launch-fields.ts'
import { AccessVariables, accessOf, type ConfigContext, type Exposure } from './access.ts'
import { ModelVariables, modelOf } from './model.ts'
import { PlatformVariables, platformOf } from './platform.ts'
import { redisOf, StateVariables } from './state.ts'
import {
  CollectorUrl,
  CommaSeparated,
  Decimal,
  Flag,
  HeaderToken,
  HttpUrl,
  Origin,
  Text,
} from './variable.ts'

/** Part of Algolia's host names. */
const AlgoliaAppId = z
  .string()
  .trim()
  .regex(/^[a-z\d-]+$/i, 'must be the ID of an Algolia application')

const OriginUrl = HttpUrl.refine((text) => {
  const { pathname, search, hash } = new URL(text)
  return pathname + search + hash === '/'
}, 'must not contain a path or a query')

/** Every variable of the environment. */
export const Variables = z.object({
  PORT: Decimal.pipe(z.int().min(0).max(65_535))
    .default(8787)
    .describe('The port on which Node listens; 0 is any free one.'),
  HOST: Text.default('127.0.0.1').describe(
    'The address on which Node listens. Any other than loopback requires `AGENT_TOKENS` or another rule for who may call.',
  ),
  PUBLIC_URL: OriginUrl.transform((text) => new URL(text).origin)
    .optional()
    .describe(
      'The address at which others reach the service: cards, feeds and tags write it. Without it they write the `Host` of each request.',
    ),
  SHUTDOWN_GRACE_SECONDS: Decimal.pipe(z.number().min(0).max(3600))
    .default(10)
    .describe('How long open answers may take after a stop signal (Node).'),

  ...ModelVariables.shape,

  SOURCE: z
    .enum(['catalogue', 'product-hunt', 'show-hn'])
    .optional()
    .describe(
      'Where rankings come from: `product-hunt` by default with `PRODUCTHUNT_API_TOKEN`, else `catalogue`.',
    ),
  PRODUCTHUNT_API_TOKEN: HeaderToken.optional().describe(
    'A token of Product Hunt. Without it, `SOURCE=product-hunt` returns empty lists.',
  ),
  PRODUCTHUNT_API_URL: HttpUrl.optional().describe(
    'The URL of the Product Hunt API, if not the public one.',
  ),
  SHOW_HN_URL: HttpUrl.optional().describe(
    'The URL of the Hacker News search API, if not the public one, up to `/search`.',
  ),
  CATALOGUE_FILE: Text.optional().describe('Your own launches, from a file (Node).'),
  CATALOGUE_URL: HttpUrl.optional().describe(
    'Your own launches, from a URL; not together with `CATALOGUE_FILE`.',
  ),
  CATALOGUE_COLUMNS: ColumnNames.optional().describe(
    'The names of your columns, such as `name=Title,votesCount=Upvotes`.',
  ),
  CATALOGUE_TOPICS_SEPARATOR: Text.optional().describe(
    'What separates the topics in a cell, if not `;` or `|`.',
  ),
  HISTORY: Flag.default(true).describe('`false` stops recording votes over time.'),
  WATCHES_FILE: Text.optional().describe(
    'A JSON list of watches, read again when it changes (Node).',
  ),
  EMAIL_FROM: Text.optional().describe(
    'The sender of e-mail that watches send through the binding `EMAIL` (Workers).',
  ),

  SEARCH: z
    .enum(['embedded', 'algolia'])
    .optional()
    .describe('Who searches: `algolia` by default with its three variables, else `embedded`.'),
  ALGOLIA_APP_ID: AlgoliaAppId.optional().describe('The ID of an Algolia application.'),
  ALGOLIA_API_KEY: HeaderToken.optional().describe('A search key of the Algolia application.'),
  ALGOLIA_INDEX: Text.optional().describe('The index to search.'),
  ALGOLIA_URL: OriginUrl.optional().describe('A URL to use instead of Algolia’s hosts.'),

  DEFAULT_TIMEZONE: z
    .string()
    .refine(isTimezone, 'must be an IANA time zone')
    .default('America/New_York')
    .describe('The IANA time zone of days and weeks, unless a request names one.'),
  CORS_ORIGINS: CommaSeparated.pipe(z.array(Origin))
    .prefault('*')
    .describe('The origins whose pages may read answers, separated by commas.'),

  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('The lowest level that is logged.'),
  LOG_FORMAT: z
    .enum(['json', 'pretty'])
    .optional()
    .describe(
      '`pretty` for people: the default at a terminal. Elsewhere one JSON object per line.',
    ),

  // OpenTelemetry's libraries read the others.
  // https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
  OTEL_SDK_DISABLED: Flag.default(false).describe('`true` turns traces off.'),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('otlp')
    .describe('`none` turns traces off.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: CollectorUrl.optional().describe(
    'The URL of an OpenTelemetry collector. Without it, nothing is traced.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: CollectorUrl.optional().describe(
    'The full URL for traces, if it differs.',
  ),

  ...AccessVariables.shape,
  ...PlatformVariables.shape,
  ...StateVariables.shape,
})

function configOf(variables: Variables, context: Context) {
  const { PORT, HOST, SHUTDOWN_GRACE_SECONDS, DEFAULT_TIMEZONE, CORS_ORIGINS } = variables
  const { LOG_LEVEL, LOG_FORMAT } = variables
  const access = accessOf(variables, context)
  return {
    PORT,
    HOST,
    publicUrl: variables.PUBLIC_URL,
    SHUTDOWN_GRACE_SECONDS,
    DEFAULT_TIMEZONE,
    CORS_ORIGINS,
    LOG_LEVEL,
    LOG_FORMAT,
    model: modelOf(variables, context),
    source: sourceOf(variables),
    catalogue: catalogueOf(variables, context),
    hasHistory: variables.HISTORY,
    watchesFile: variables.WATCHES_FILE,
    emailFrom: variables.EMAIL_FROM,
    search: searchOf(variables, context),
    hasTraces: hasTraces(variables),
    access,
    platform: platformOf(variables, { ...context, isPublic: access.isPublic }),
    redis: redisOf(variables),
    warnings:
      variables.SOURCE === 'product-hunt' && !variables.PRODUCTHUNT_API_TOKEN ? [NO_TOKEN] : [],
  }
}

const NO_TOKEN =
  'SOURCE=product-hunt without PRODUCTHUNT_API_TOKEN: rankings are empty, only the search answers.'

/** Shorter names lack a letter of common words, as MODE does of MODEL. */
const MIN_NAME = 6

/** Variables that have no meaning here, and probably were to be one of ours. */
function typosIn(env: Readonly<Record<string, unknown>>): string[] {
  const known = Object.keys(Variables.shape)
  const isMeant = (name: string, one: string) =>
    (one.length >= MIN_NAME || one.length === name.length) && isNearMiss(name, one)
  return Object.keys(env).flatMap((name) => {
    const meant = name in Variables.shape ? undefined : known.find((one) => isMeant(name, one))
    return meant ? `${excerpt(name, 100)} is not a variable of this service: is it ${meant}?` : []
  })
}

export type Config = ReturnType<typeof configOf>

type Variables = z.infer<typeof Variables>
type Context = ConfigContext<keyof Variables>

interface ConfigOptions {
  /**
   * The callers that can reach a Worker, for which `HOST` says nothing. If nobody may call, Node does
   * not start, while a Worker, which cannot fail to start, rejects all calls.
   */
  exposure?: Exposure
  /** Why a file cannot be read, where there are files. */
  fileIssue?(path: string): string | undefined
}

/**
 * Parses the environment. An empty variable counts as absent, as in a `.env` template.
 *
 * @throws Error that names every invalid variable at once, and never quotes a value.
 */
export function parseConfig(
  env: Readonly<Record<string, unknown>>,
  { exposure, fileIssue }: ConfigOptions = {},
): Config {
  const set = Object.entries(env).filter(([, value]) => value !== '')
  const read = Variables.safeParse(Object.fromEntries(set), { error: issueMessage })
  const invalid = (read.error?.issues ?? []).map(({ path: [name], message }) => ({
    name: String(name),
    message,
  }))
  const invalidNames = new Set(invalid.map(({ name }) => name))
  // Several entries of one list can be wrong in the same way.
  const lines = new Set(invalid.map(({ name, message }) => `  ${name}: ${message}`))

  // Without the invalid variables, so that dependencies between the others are still checked.
  const rest = set.filter(([name]) => !invalidNames.has(name))
  const isInvalid = (name: string) => invalidNames.has(name)
  const issue = (name: string, message: string) => {
    if (!isInvalid(name)) lines.add(`  ${name}: ${message}`)
    return z.NEVER
  }
  const need = (name: string, reason: string) => issue(name, `is required for ${reason}`)
  const given = read.data ?? Variables.parse(Object.fromEntries(rest))
  const config = configOf(given, { exposure, issue, need, isInvalid })
  const unreadable = given.CATALOGUE_FILE && fileIssue?.(given.CATALOGUE_FILE)
  if (unreadable) issue('CATALOGUE_FILE', unreadable)
  if (lines.size === 0) return { ...config, warnings: [...config.warnings, ...typosIn(env)] }
  throw new Error(`The configuration is invalid:\n${[...lines].join('\n')}`)
}

/** Whether traces have a destination. */
function hasTraces(variables: Variables): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = variables
  if (OTEL_SDK_DISABLED || OTEL_TRACES_EXPORTER === 'none') return false
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT } = variables
  return (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined
}

/** The place of the user's own launches, if there are any. */
function catalogueOf(variables: Variables, { issue }: Context) {
  const { CATALOGUE_FILE: file, CATALOGUE_URL: url } = variables
  const { CATALOGUE_COLUMNS: columns, CATALOGUE_TOPICS_SEPARATOR: topicsSeparator } = variables
  if (file && url) issue('CATALOGUE_URL', 'cannot be set together with CATALOGUE_FILE')
  for (const name of ['CATALOGUE_COLUMNS', 'CATALOGUE_TOPICS_SEPARATOR'] as const) {
    if (variables[name] && !file && !url) issue(name, 'needs CATALOGUE_FILE or CATALOGUE_URL')
  }
  return { file, url, columns, topicsSeparator }
}

function sourceOf(variables: Variables): SourceChoice {
  const { PRODUCTHUNT_API_TOKEN: token, PRODUCTHUNT_API_URL, SHOW_HN_URL } = variables
  const kind = variables.SOURCE ?? (token ? 'product-hunt' : 'catalogue')
  if (kind === 'product-hunt') return { kind, token, url: PRODUCTHUNT_API_URL }
  return kind === 'show-hn' ? { kind, url: SHOW_HN_URL } : { kind }
}

function searchOf(variables: Variables, { need, isInvalid }: Context) {
  const { ALGOLIA_APP_ID, ALGOLIA_API_KEY, ALGOLIA_INDEX, ALGOLIA_URL: url } = variables
  // Setting any of them implies Algolia.
  const usesAlgolia = ALGOLIA_APP_ID || ALGOLIA_API_KEY || ALGOLIA_INDEX
  const kind = variables.SEARCH ?? (usesAlgolia && !isInvalid('SEARCH') ? 'algolia' : 'embedded')
  if (kind === 'embedded') return { kind }
  const reason = variables.SEARCH
    ? 'SEARCH=algolia'
    : 'a search with Algolia (SEARCH=embedded needs no key)'
  return {
    kind,
    applicationId: ALGOLIA_APP_ID ?? need('ALGOLIA_APP_ID', reason),
    apiKey: ALGOLIA_API_KEY ?? need('ALGOLIA_API_KEY', reason),
    index: ALGOLIA_INDEX ?? need('ALGOLIA_INDEX', reason),
    url,
  }
}
