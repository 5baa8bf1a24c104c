import { type Lang, langs } from '#contract/languages.ts'
import type { Db } from '#server/store/tables.ts'

/** Stores the language that the app shows, which it sends as `Accept-Language`. Ignores languages without texts. */
export async function recordLanguage(db: Db, customerId: string, headers: Headers): Promise<void> {
  const tag = headers.get('accept-language') ?? ''
  const language = langs.find(lang => tag.startsWith(lang))
  if (language === undefined) return
  const stored = await db
    .selectFrom('customer')
    .select('language')
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (stored === undefined || stored.language === language) return
  await db
    .updateTable('customer')
    .set({ language })
    .where('id', '=', customerId)
    .where('status', '<>', 'cancelled')
    .execute()
}

type Whose = { readonly id: string } | { readonly line_user_id: string }

export async function languageOf(db: Db, whose: Whose): Promise<Lang | null> {
  const row = await db
    .selectFrom('customer')
    .select('language')
    .where(eb => eb.and(whose))
    .executeTakeFirst()
  return row?.language ?? null
}
