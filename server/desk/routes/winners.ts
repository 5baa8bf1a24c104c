import { winnersPage } from '#server/winners/list.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'winners'> = async ({ db, now, query: { prize, show, after } }) => {
  const page = await winnersPage(db, { prize, show, after: Number(after ?? 0) }, now)
  const prizes = page.prizes.map(({ key, titleTh, titleEn }) => ({
    key,
    title: { th: titleTh, en: titleEn },
  }))
  return { ...page, prizes }
}
