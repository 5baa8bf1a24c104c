import type { Lang } from '#contract/languages.ts'
import { languageOf } from '#server/identity/language.ts'
import type { Db } from '#server/store/tables.ts'

/** Thai if no visit of the customer has told their language (decision 074). */
export const messageLanguage = async (db: Db, customerId: string): Promise<Lang> =>
  (await languageOf(db, { id: customerId })) ?? 'th'
