import * as v from 'valibot'
import { campaign as english } from '#campaign/texts.en.ts'
import { campaign as thai } from '#campaign/texts.th.ts'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { notice } from '#contract/desk/notices.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { push } from '#server/messages/push.ts'
import { enqueueTasks } from '#server/store/enqueue-task.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { TaskResult } from './deauthorize.ts'
import { type NoticeTarget, noticeTarget } from './notice-target.ts'
import { sendMail } from './send-mail.ts'

type Deps = Pick<ServerDeps, 'db' | 'clock' | 'random' | 'line' | 'messaging' | 'noticeTargets'>

/** A task without `to` is replaced with one task per configured target. */
const payload = v.strictObject({ notice, at: v.number(), to: v.optional(noticeTarget) })

/** A retry uses the same Message-ID and LINE retry key, which prevents duplicates. */
export async function deliverNotice(deps: Deps, id: string, stored: unknown): Promise<TaskResult> {
  const task = v.parse(payload, stored)
  const { to, ...about } = task
  if (to === undefined) {
    await inTransaction(deps.db, async trx => {
      const tasks = targetsOf(deps).map(one => ({
        kind: 'desk-notice' as const,
        payload: { ...about, to: one },
      }))
      await enqueueTasks(trx, tasks, { now: deps.clock.now(), random: deps.random })
      await trx.deleteFrom('outgoing').where('id', '=', id).execute()
    })
    return 'done'
  }
  const isWanted = targetsOf(deps).some(one => JSON.stringify(one) === JSON.stringify(to))
  if (!isWanted) return 'obsolete'
  const text = textOf(about)
  if (to.by === 'mail') await mail(deps, id, { to: to.address, at: about.at, text })
  else await message(deps, id, { to: to.id, text })
  return 'done'
}

const targetsOf = ({ noticeTargets: { mail, lineIds }, messaging }: Deps): readonly NoticeTarget[] => [
  ...(mail?.to ?? []).map(address => ({ by: 'mail' as const, address })),
  ...(messaging === null ? [] : lineIds.map(id => ({ by: 'line' as const, id }))),
]

function textOf({ notice, at }: Pick<v.InferOutput<typeof payload>, 'notice' | 'at'>): string {
  const time = bangkokTime(at)
  return [
    `${thai['campaign.name']} · ระบบหลังบ้าน`,
    `${time} ${noticeText(notice, 'th', bangkokTime)}`,
    '',
    `${english['campaign.name']} · Desk`,
    `${time} ${noticeText(notice, 'en', bangkokTime)}`,
  ].join('\n')
}

async function mail(
  { noticeTargets }: Deps,
  id: string,
  { to, at, text }: { readonly to: string; readonly at: number; readonly text: string },
): Promise<void> {
  if (noticeTargets.mail === null) throw new Error('no mail server is set')
  const subject = `${english['campaign.name']}: notice of the desk`
  await sendMail(noticeTargets.mail, { id, to, at: new Date(at), subject, text })
}

async function message(
  { line, messaging }: Deps,
  id: string,
  { to, text }: { readonly to: string; readonly text: string },
): Promise<void> {
  if (messaging === null) throw new Error('LINE messages are off')
  const sending = {
    messages: [{ type: 'text', text }],
    retryKey: id,
    accessToken: messaging.accessToken,
  } as const
  const pushed = await push(line, to, sending)
  if (pushed.kind !== 'accepted') throw new Error(`LINE: ${pushed.reason}`)
}
