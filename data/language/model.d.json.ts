import type { ModelData } from '../../src/language/intent/model.ts'

declare const model: ModelData
export default model
