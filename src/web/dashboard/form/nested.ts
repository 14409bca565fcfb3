import { asRecord } from '../../../core/json.ts'

/** `{a: {b: 1}}` of `{'a.b': 1}`: a body from the fields of a form. */
export function nested(values: object): Record<string, unknown> {
  const tree: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let branch = tree
    for (const name of names) {
      branch[name] ??= {}
      branch = asRecord(branch[name])
    }
    branch[last] = value
  }
  return tree
}
