import { calendarOf } from '#server/campaign/calendar.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { handoversOf } from '#server/campaign/handover.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'prizeCalendar'> = async ({ db, params: { key }, query: { lang }, now }) => {
  const { draw_id } = await readCampaign(db)
  const draw = await db
    .selectFrom('draw')
    .select(['id', 'prizes', 'handover'])
    .where('id', '=', draw_id ?? '')
    .executeTakeFirst()
  const prize = draw && prizesOf(draw.prizes).find(one => one.key === key)
  const event = draw && handoversOf(draw.handover)[key]?.event
  if (!prize || !event) throw new ApiError('NOT_FOUND')
  const { titleTh, titleEn = titleTh } = prize
  const title = lang === 'th' ? titleTh : titleEn
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    // Safari offers to add an inline file to the calendar, but merely downloads an attachment.
    'Content-Disposition': 'inline; filename="event.ics"',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(calendarOf({ uid: `${draw.id}-${key}`, title, event, lang, now }), { headers })
}
