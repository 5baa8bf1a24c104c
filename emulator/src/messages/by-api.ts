import type * as v from 'valibot'

/** Passed to valibot as `lang` to apply the Messaging API's rules. */
export const MESSAGING_API = 'messaging-api'

/** Applies `bot` for the Messaging API, otherwise `liff`: LIFF accepts fewer fields and actions. */
export function byApi<Liff extends v.GenericSchema, Bot extends v.GenericSchema>(liff: Liff, bot: Bot): Liff {
  return {
    ...liff,
    '~run': (dataset, config) => (config.lang === MESSAGING_API ? bot : liff)['~run'](dataset, config),
  }
}
