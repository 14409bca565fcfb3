import { DurableObject } from 'cloudflare:workers'
import type { LaunchesRequest, ProductRequest, RankingRequest, UpstreamSource } from '../source.ts'
import type { CallPolicy } from './call-policy.ts'
import { toRemoteAnswer } from './remote-source.ts'

export interface SharedSource {
  source: UpstreamSource
  callPolicy: CallPolicy
}

/** Creates the source that all isolates share. `save` stores what its call policy knows. */
export type CreateSharedSource<Env> = (
  env: Env,
  deps: { save(known: unknown): void },
) => SharedSource

/** A Durable Object whose source and call policy serve the whole deployment. */
export function sharedSourceObject<Env>(create: CreateSharedSource<Env>) {
  return class SharedSourceObject extends DurableObject<Env> {
    // Created on the first request, so that a failure is reported to that request.
    shared: SharedSource | undefined

    async top(request: RankingRequest) {
      return toRemoteAnswer(this.#open().source.top(request))
    }

    async launches(request: LaunchesRequest) {
      return toRemoteAnswer(this.#open().source.launches(request))
    }

    async product(request: ProductRequest) {
      return toRemoteAnswer(this.#open().source.product(request))
    }

    async state() {
      return this.#open().callPolicy.state()
    }

    #open() {
      this.shared ??= this.#create()
      return this.shared
    }

    // An idle object is evicted, so what its policy knows is kept in storage.
    #create() {
      const { kv } = this.ctx.storage
      const shared = create(this.env, { save: (known) => kv.put('policy', known) })
      shared.callPolicy.adopt(kv.get('policy'))
      return shared
    }
  }
}
