import { noticeCounts } from '#server/message-queue/notice-counts.ts'
import { targetIn } from '#server/tasks/notice-target.ts'
import type { Check } from './checks.ts'
import type { Context } from './verb.ts'

export async function noticeCheck({ db }: Pick<Context, 'db'>): Promise<Check> {
  const { waiting, failing } = await noticeCounts(db)
  const counted = `${waiting} waiting`
  if (failing === 0) return { name: 'desk notices', level: 'ok', found: counted }
  const { payload, attempts, last_error } = await db
    .selectFrom('outgoing')
    .select(['payload', 'attempts', 'last_error'])
    .where('kind', '=', 'desk-notice')
    .where('last_error', 'is not', null)
    .orderBy('attempts', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const to = targetIn(payload)
  const where =
    to === null ? 'one' : to.by === 'mail' ? `the one to ${to.address}` : `the one to LINE ${to.id}`
  return {
    name: 'desk notices',
    level: 'warn',
    found: `${counted}, ${failing} could not be sent yet; ${where} failed ${attempts} times (${last_error}): check DESK_SMTP_URL, DESK_MAIL_FROM, DESK_MAIL_TO and DESK_LINE_TO. Each is dropped after about two days; the managers can read it at the desk`,
  }
}
