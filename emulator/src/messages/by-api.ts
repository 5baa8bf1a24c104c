import type * as v from 'valibot'

/** Passed to valibot as `lang` to apply the Messaging API's rules. */
export const MESSAGING_API = 'messaging-api'

/** LIFF accepts fewer fields and actions than the Messaging API. */
export function byApi<Liff extends v.GenericSchema, Bot extends v.GenericSchema>(liff: Liff, bot: Bot): Liff {
  return {
    ...liff,
    '~run': (dataset, config) => (config.lang === MESSAGING_API ? bot : liff)['~run'](dataset, config),
  }
}
