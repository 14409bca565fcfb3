import type { Condition, Operation } from './operation.ts'
import type { ListRequest, RankingRequest } from './request.ts'

/** A product by its name, by its place in the last list, or the one that was spoken of last. */
export type Reference = { name: string } | { place: number } | 'it'

/** The products that a question is about. */
export type ProductSet =
  /** All launches of the time and topic of a ranking, or the best `count` of them. */
  | { kind: 'window'; ranking: RankingRequest }
  /** The list of the last answer that has one, and what asks for it again. */
  | { kind: 'listed'; list: ListRequest | undefined }
  | { kind: 'products'; references: readonly Reference[] }

/** A question: what to do with which products. */
export interface AskRequest {
  kind: 'ask'
  operation: Operation
  set: ProductSet
  /** Keeps to products of a topic, or with so many votes. */
  topic?: string | undefined
  condition?: Condition | undefined
}
