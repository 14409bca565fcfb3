import { hostedModel } from '../agent/hosted/hosted-model.ts'
import { createModelCalls } from '../agent/model-calls.ts'
import type { ModelDeps } from '../agent/model-client.ts'
import type { Config } from '../config/config.ts'
import { type ModelStatus, NO_UPSTREAM } from '../core/status.ts'
import { embeddedModel } from '../language/embedded-model.ts'
import type { PickDeps } from './runtime.ts'

interface PickedModel extends ModelDeps {
  status(): ModelStatus
}

export function pickModel(
  { model: choice, DEFAULT_TIMEZONE: defaultTimezone }: Config,
  { now }: PickDeps,
): PickedModel {
  const embedded = () => embeddedModel({ now, defaultTimezone })
  if (choice.kind === 'embedded') {
    return { model: embedded(), status: () => ({ ...NO_UPSTREAM, serves: 'embedded' }) }
  }
  const modelCalls = createModelCalls({ now })
  return {
    model: hostedModel(choice),
    modelCalls,
    fallback: choice.fallback ? embedded() : undefined,
    status: () => ({ ...NO_UPSTREAM, serves: choice.model, ...modelCalls.state() }),
  }
}
