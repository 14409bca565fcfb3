import * as z from 'zod'
import type { ConfigContext } from './access.ts'
import { HeaderLines, HeaderToken, HttpUrl, Text } from './variable.ts'

/** The variables of the model that answers in words. */
export const ModelVariables = z.object({
  MODEL: z
    .enum(['embedded', 'openai'])
    .optional()
    .describe(
      'Who answers in words: `openai` by default with `OPENAI_API_KEY` or `OPENAI_BASE_URL`, else `embedded`.',
    ),
  OPENAI_API_KEY: HeaderToken.optional().describe(
    'The API key of the hosted model. For a server that needs none, set it to any word.',
  ),
  OPENAI_BASE_URL: HttpUrl.optional().describe(
    'The base URL of a chat completions API; by default OpenAI’s.',
  ),
  OPENAI_HEADERS: HeaderLines.optional().describe(
    'Headers for that server, a `name: value` per line, such as those of a gateway. Without `OPENAI_API_KEY`, they have the key.',
  ),
  OPENAI_MODEL: Text.default('gpt-4.1-mini').describe('The name of the hosted model.'),
  MODEL_FALLBACK: z
    .enum(['none', 'embedded'])
    .default('none')
    .describe('`embedded` answers when the hosted model fails before its first text.'),
})

export function modelOf(
  variables: z.infer<typeof ModelVariables>,
  { need }: Pick<ConfigContext<'OPENAI_API_KEY'>, 'need'>,
) {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: model } = variables
  const { OPENAI_HEADERS: headers } = variables
  const kind = variables.MODEL ?? (apiKey || baseURL ? 'openai' : 'embedded')
  if (kind === 'embedded') return { kind }
  const reason = variables.MODEL
    ? 'MODEL=openai'
    : 'OPENAI_BASE_URL (any word, if that server needs no key)'
  return {
    kind,
    apiKey: apiKey ?? (headers ? undefined : need('OPENAI_API_KEY', reason)),
    baseURL,
    headers,
    model,
    fallback: variables.MODEL_FALLBACK === 'embedded',
  }
}
