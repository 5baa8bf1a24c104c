import type { Lang } from '#contract/languages.ts'
import { languageOf } from '#server/identity/language.ts'
import type { Db } from '#server/store/tables.ts'

/** Thai if no visit has reported the customer's language (decision 074). */
export const messageLanguage = async (db: Db, customerId: string): Promise<Lang> =>
  (await languageOf(db, { id: customerId })) ?? 'th'
