import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { checkRequestHeaders } from '../core/upstream/request-headers.ts'
import { holdsCredentials } from '../core/upstream/web-address.ts'

/** OpenTelemetry's exporter sends a user name and a password as a header, as `fetch` does not. */
export const CollectorUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https URL',
  abort: true,
})

export const HttpUrl = CollectorUrl.refine(
  (text) => !holdsCredentials(new URL(text)),
  'must not contain a user name or password',
)

/** A value that a header can hold: `fetch` quotes any other value in its error. */
export const HeaderToken = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters, without spaces')

/** Refuses what is blank: an empty variable is absent, but one of spaces is a mistake. */
export const Text = z.string().trim().min(1, 'must not be blank')

/** Headers as HTTP writes them. No error quotes a value. */
export const HeaderLines = Text.transform((text, context) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => {
    const [, name = '', value] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    return [name, value] as const
  })
  try {
    return checkRequestHeaders(pairs)
  } catch (error) {
    const message = AppError.from(error).message.slice(0, -1)
    context.addIssue({ code: 'custom', message: `must be lines such as x-name: value. ${message}` })
    return z.NEVER
  }
})

const Digits = z
  .string()
  .trim()
  .regex(/^-?\d*\.?\d+$/)
  .transform(Number)

/** Plain digits: `Number` would also take spaces, `0x10` and `1e3`. A Worker can be given a number. */
export const Decimal = z.union([z.number(), Digits], { error: 'must be a number in plain digits' })

/** Several values in one variable, separated by commas. */
export const CommaSeparated = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))

/** True or false, as people write them. A Worker can be given a boolean. */
export const Flag = z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' })

/** An origin, also of an application's page, such as `capacitor://localhost`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[\w.:[\]-]+$/

/** An origin as browsers send it, `null` for pages without one, or `*` for all. */
export const Origin = z.string().transform((text, context) => {
  if (text === '*' || text === 'null') return text
  if (URL.canParse(text)) {
    const { protocol, host, href } = new URL(text)
    const origin = `${protocol}//${host}`
    if (ORIGIN.test(origin) && (href === origin || href === `${origin}/`)) return origin
  }
  const message = 'must be *, or origins such as https://chat.example.com, separated by commas'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
