import type { GeneratedRequest } from './generated-requests.ts'

export interface Answer {
  status: number
  contentType: string
  text: string
}

/** Codes of failures that are somebody else's, and told as such. */
const REPORTED =
  /^(upstream-|unavailable$|not-configured$|ERR_(NOT_CONFIGURED|SERVICE_|UNAVAILABLE|STORAGE))/

/** Answers without a body; the last two are those of Node's own parser. */
const BODILESS = new Set([202, 204, 302, 304, 408, 431])

/** How zod says what is wrong, where nothing of ours says it. */
const JARGON =
  /Invalid (input|option|string|key|element)|Too (small|big): |Unrecognized key|expected \w+, received/

/** What is not right about an answer; nothing where all is. */
export function checkAnswer(request: GeneratedRequest, answer: Answer): string | undefined {
  const { status, contentType, text } = answer
  if (request.method === 'HEAD') return undefined
  if (contentType.startsWith('application/x-ndjson')) return ndjsonIssue(request, text)
  if (text === '') return BODILESS.has(status) ? undefined : `${status} has no body`
  if (contentType.startsWith('text/event-stream')) return endOf(text, /event: |data: /)
  if (!contentType.includes('json')) {
    return status < 400 || isPage(request, answer) ? undefined : `${status} is not JSON`
  }
  return jsonIssue(answer)
}

function jsonIssue({ status, text }: Answer) {
  if (text.includes('Too many failed attempts')) return 'the route was never reached'

  const body = jsonOf(text)
  if (body === undefined) return `${status} is broken JSON`
  if (status < 400) return undefined
  if (JARGON.test(text)) return `${status} speaks as a validator does: ${text.slice(0, 200)}`
  return codeOf(body) === undefined ? `${status} has no code` : undefined
}

/** Whether it is the page that says that there is nothing here, to a browser that asked. */
function isPage({ headers }: GeneratedRequest, { status, contentType }: Answer) {
  const isWanted = headers.accept?.includes('text/html') ?? false
  return status === 404 && isWanted && contentType.startsWith('text/html')
}

/** Whether it is a failure of ours. What is answered to HEAD has no code that says whose it is. */
export function isServerError({ status, text }: Answer): boolean {
  if (status < 500) return false
  return text === '' ? status !== 503 : !REPORTED.test(String(codeOf(jsonOf(text))))
}

function codeOf(body: unknown): unknown {
  if (!isRecord(body)) return undefined
  if (body.code !== undefined) return body.code
  return isRecord(body.error) ? body.error.code : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list is asked for by GET and may be empty; a run has an end. */
function ndjsonIssue({ method }: GeneratedRequest, text: string) {
  if (method !== 'GET') return endOf(text, /"type":"(done|error)"/)
  return text.split('\n').every(isLine) ? undefined : 'broken NDJSON'
}

function isLine(line: string) {
  return line === '' || isRecord(jsonOf(line))
}

function endOf(text: string, ending: RegExp) {
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return ending.test(last) ? undefined : `a stream that ends with ${last.slice(0, 60)}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
