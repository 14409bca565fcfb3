import { embeddedModel } from '../agent/embedded/embedded-model.ts'
import { observedModel } from '../agent/observed-model.ts'
import { openaiModel } from '../agent/openai-model.ts'
import type { Config } from '../config.ts'
import { QUIET } from '../status.ts'
import type { Picking } from './picking.ts'

export function pickModel(
  { model: choice, DEFAULT_TIMEZONE: defaultTimezone }: Config,
  needs: Picking,
) {
  const { now, log } = needs
  if (choice.kind === 'embedded') {
    const model = embeddedModel({ now, defaultTimezone })
    return { model, status: async () => ({ serves: 'embedded', ...QUIET }) }
  }
  const { model, lastSuccess } = observedModel(openaiModel(choice), { log, now })
  const status = async () => ({ serves: choice.model, ...QUIET, lastSuccess: lastSuccess() })
  return { model, status }
}
