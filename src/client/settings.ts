import { type Api, dataOf } from './api.ts'
import type { Settings, SettingsChange, Stats } from './platform-types.ts'
import type { CallOptions } from './send.ts'

const PATH = '/v3/notifications/v1/settings'

export function settings(api: Api) {
  return {
    /** What happened on the platform in the last 24 hours. */
    getStats: (options?: CallOptions): Promise<Stats> =>
      dataOf(api.GET('/v3/stats', api.with({}, options))),

    /** The notification settings of the app. */
    getSettings: (options?: CallOptions): Promise<Settings> =>
      dataOf(api.GET(PATH, api.with({}, options))),

    /** Changes the given settings, at any depth, and no others. */
    async updateSettings(body: SettingsChange, options?: CallOptions): Promise<void> {
      await api.PATCH(PATH, { body, ...api.with({}, options) })
    },

    /** Resets all settings to their defaults. */
    async resetSettings(options?: CallOptions): Promise<void> {
      await api.DELETE(PATH, api.with({}, options))
    },
  }
}
