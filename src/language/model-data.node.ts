import type { ModelData } from './intent/model.ts'

/** What the embedded model has learned: a part of its own, which is loaded for the first answer. */
export async function modelData(): Promise<ModelData> {
  const { default: data } = await import('../../data/language/model.json', {
    with: { type: 'json' },
  })
  return data
}
