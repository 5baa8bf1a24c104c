import { handOver } from '#campaign/chat-texts.ts'
import { faq } from '#campaign/faq.ts'
import { assertNever } from '#contract/assert-never.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import { HOUR_MS } from '#contract/time.ts'
import { languageOf } from '#server/identity/language.ts'
import { recordReach } from '#server/message-queue/reach.ts'
import { ticketIdIn } from '#server/messages/seat-postback.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { confirmInChat } from './confirm-in-chat.ts'
import { isThai, languageIn, questionFor } from './match-faq.ts'

type Event = Tables['line_webhook_event']
type At = {
  readonly now: number
  readonly liffId: string
}
type Messages = readonly LineMessage[] | null

const HAND_OVER_MS = HOUR_MS

const text = (...parts: readonly string[]): LineMessage[] => [{ type: 'text', text: parts.join('\n\n') }]

export async function effectOf(db: Db, event: Event, at: At): Promise<Messages> {
  const { kind, line_user_id } = event
  if (line_user_id === null) return null
  switch (kind) {
    case 'follow':
    case 'unfollow':
      await recordReach(db, { line_user_id, is_following: kind === 'follow' ? 1 : 0, changed_at: event.at })
      return null
    case 'message':
      return answerTo(db, line_user_id, event.content, at)
    case 'postback': {
      const ticketId = ticketIdIn(event.content ?? '')
      if (ticketId === null) return null
      const answer = await confirmInChat(db, { lineUserId: line_user_id, ticketId }, at.now)
      const lang = (await languageOf(db, { line_user_id })) ?? 'th'
      return text(answer[lang], campaignLink(at.liffId))
    }
    default:
      return assertNever(kind)
  }
}

/** Answers an FAQ; otherwise refers to the opening hours, at most once an hour. */
async function answerTo(db: Db, lineUserId: string, content: string | null, at: At): Promise<Messages> {
  const id = content === null ? null : questionFor(content)
  const found = faq.find(question => question.id === id)
  if (found && content !== null) return text(isThai(content) ? found.answerTh : found.answerEn)
  if (!(await takeHandOver(db, lineUserId, at.now))) return null
  const lang = languageIn(content ?? '') ?? (await languageOf(db, { line_user_id: lineUserId })) ?? 'th'
  return text(handOver[lang], campaignLink(at.liffId, '/help'))
}

async function takeHandOver(db: Db, line_user_id: string, now: number): Promise<boolean> {
  const taken = await db
    .insertInto('line_hand_over')
    .values({ line_user_id, at: now })
    .onConflict(conflict =>
      conflict
        .column('line_user_id')
        .doUpdateSet({ at: now })
        .where('line_hand_over.at', '<=', now - HAND_OVER_MS),
    )
    .returning('at')
    .executeTakeFirst()
  return taken !== undefined
}
