import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  createQuerySerializer,
  defaultPathSerializer,
  type MaybeOptionalInit,
} from 'openapi-fetch'
import type { RequiredKeysOf } from 'openapi-typescript-helpers'
import type { paths } from '../../dist/openapi.d.ts'
import { isRecord } from '../core/json.ts'
import { invalidInput, unreadableResponse } from './client-error.ts'
import type { ClientConfig } from './options.ts'
import { type CallOptions, type SendOptions, sendRequest } from './send.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>

/** The parameters, the body and the options of a call. */
export type InitOf<M extends Method, Path extends PathOf<M>> = MaybeOptionalInit<paths[Path], M> &
  CallOptions

/** They are left out where nothing is required, as openapi-fetch has it. */
export type Arguments<Init> =
  RequiredKeysOf<Init> extends never
    ? [(Init & { [key: string]: unknown })?]
    : [Init & { [key: string]: unknown }]

/** POSTs that change nothing when they are repeated. A message is one of them with a `muid`. */
const REPEATABLE: readonly string[] = [
  '/v3/data_import/members',
  '/v3/messages/{id}/tool-results',
  '/v3/messages/{id}/reactions/{reaction}',
  '/v3/users/{uid}/conversation/read',
  '/v3/groups/{guid}/conversation/read',
]

/** What an operation by hand adds to a call. */
interface Extra extends Pick<SendOptions, 'retries' | 'pace' | 'stop'> {
  query?: Readonly<Record<string, unknown>>
}

export type CallOperation = ReturnType<typeof createCaller>

/** Calls an operation of the OpenAPI document. */
export function createCaller(config: ClientConfig) {
  return async function call<
    M extends Method,
    Path extends PathOf<M>,
    Init extends InitOf<M, Path>,
  >(method: M, path: Path, init: Arguments<Init>, { query: more, ...extra }: Extra = {}) {
    const [{ signal, timeoutMs, parseAs = 'json', body } = {}] = init
    const isRepeatable =
      method !== 'post' || REPEATABLE.includes(path) || (isRecord(body) && body.muid !== undefined)
    const credential = config.credentialOf(path)
    const client = createFetchClient<paths, 'application/json'>({
      baseUrl: config.baseUrl,
      headers: { accept: ACCEPT[parseAs] ?? '*/*' },
      pathSerializer,
      // A text is that of a file, in a media type of its own.
      bodySerializer: (body) => (typeof body === 'string' ? body : JSON.stringify(body)),
      querySerializer: (query) => serializeQuery({ ...query, ...more }),
      fetch: (request) =>
        sendRequest(
          request,
          { signal, timeoutMs, parseAs, isRepeatable, credential, ...extra },
          config,
        ),
    })
    return client.request<M, Path, Init>(method, path, ...init)
  }
}

const ACCEPT: Readonly<Record<string, string>> = {
  json: 'application/json',
  stream: 'text/event-stream, application/json',
}

const serializeQuery = createQuerySerializer()

function pathSerializer(path: string, ids: Record<string, unknown>): string {
  for (const [name, id] of Object.entries(ids)) {
    // A URL would leave the id out, or take another path for it.
    if (/^\.{0,2}$/.test(String(id))) throw invalidInput(name, 'must not be empty, `.` or `..`')
  }
  return defaultPathSerializer(path, ids)
}

/** Every operation of the service by its method and path. Resolves with the body of its answer. */
export function createApi(call: CallOperation) {
  function operation<M extends Method>(method: M) {
    return async <Path extends PathOf<M>, Init extends InitOf<M, Path>>(
      path: Path,
      ...init: Arguments<Init>
    ) => {
      const { data } = await call<M, Path, Init>(method, path, init)
      assertAnswer(data, path)
      return data
    }
  }
  return {
    GET: operation('get'),
    POST: operation('post'),
    PUT: operation('put'),
    PATCH: operation('patch'),
    DELETE: operation('delete'),
  }
}

/** A few operations answer without a body; none of the chat platform does. */
function assertAnswer<T>(data: T | undefined, path: string): asserts data is T {
  const isMissing = path.startsWith('/v3/') && !(isRecord(data) && data.data !== undefined)
  if (isMissing) throw unreadableResponse(undefined, 'has no data')
}
