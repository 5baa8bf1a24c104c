import type * as v from 'valibot'

/** Value of valibot's setting `lang` with which the schemas accept what the Messaging API accepts. */
export const MESSAGING_API = 'messaging-api'

/** Returns a schema that depends on the API: LIFF accepts fewer fields and actions than the Messaging API. */
export function byApi<Liff extends v.GenericSchema, Bot extends v.GenericSchema>(liff: Liff, bot: Bot): Liff {
  return {
    ...liff,
    '~run': (dataset, config) => (config.lang === MESSAGING_API ? bot : liff)['~run'](dataset, config),
  }
}
