import { type Fields, fieldsOf, isFields } from '../../fields.ts'
import { checkMessages } from '../../messages/check.ts'
import type { BotMessage, NarrowcastFailure, Sending } from '../../world/bot-state.ts'
import { countedUnits, type SentVia } from '../../world/ledger.ts'
import { userOf } from '../../world/selectors.ts'
import { sentMessagesOf } from '../../world/sent.ts'
import { type MessagesProblem, nextOrder } from '../../world/state.ts'
import { groupOf, isFriend } from '../account.ts'
import { newMessageId } from '../messages.ts'
import { type BotAnswer, type BotCall, invalidBody, invalidField, refusal } from './operation.ts'
import { remainingQuota } from './quota.ts'
import { mentionProblem, quoteProblem } from './references.ts'
import { acceptedBefore, retryKeyOf, retryProblem } from './retry-key.ts'

const QUOTABLE: readonly unknown[] = ['text', 'textV2', 'sticker', 'image', 'video', 'template']

export type Recipients = {
  readonly chatId: string | null
  readonly targets: readonly string[]
  readonly delivered: readonly string[]
}

type Found = { readonly fields: Fields; readonly messages: readonly object[] }

/** Calls `handle` with the messages of the request's body if LINE accepts them. */
export function withMessages(handle: (call: BotCall, found: Found) => BotAnswer) {
  return (call: BotCall): BotAnswer => {
    const { body: fields } = call
    if (!isFields(fields)) return invalidField('May not be null', 'messages')
    const more = fieldProblems(fields)
    if (more.length > 0) return invalidBody(more)
    const checked = checkMessages(fields.messages, 'messagingApi')
    return checked.ok
      ? handle(call, { fields, messages: checked.messages })
      : { status: 400, body: checked.problem }
  }
}

function fieldProblems(fields: Fields): MessagesProblem['details'] {
  const problems: { message: string; property: string }[] = []
  const { notificationDisabled, customAggregationUnits: units } = fields
  if (typeof (notificationDisabled ?? false) !== 'boolean')
    problems.push({ message: 'Must be a boolean', property: 'notificationDisabled' })
  if (units !== undefined && units !== null) {
    const names: readonly unknown[] = Array.isArray(units) ? units : [null]
    if (names.length > 1)
      problems.push({ message: 'Size must be between 0 and 1', property: 'customAggregationUnits' })
    if (names.some(name => typeof name !== 'string' || !/^[a-zA-Z0-9_]{1,30}$/.test(name)))
      problems.push({ message: 'Invalid unit name', property: 'customAggregationUnits[0]' })
  }
  return problems
}

/** `chatId` identifies a user, group or room. Returns null if the chat does not exist. */
export function recipientsOf({ scenario, bot }: BotCall, chatId: string): Recipients | null {
  if (userOf(scenario, chatId) !== undefined)
    return { chatId, targets: [chatId], delivered: isFriend(scenario, chatId) ? [chatId] : [] }
  const group = groupOf(scenario, bot, chatId)
  return group === undefined ? null : { chatId, targets: group.members, delivered: group.members }
}

function stored({ secret }: BotCall, message: object): BotMessage {
  const quote = QUOTABLE.includes(fieldsOf(message).type) ? { quoteToken: secret(32) } : {}
  return { id: newMessageId(secret), ...quote, message: { ...message } }
}

type Send = Found & {
  readonly via: SentVia
  readonly recipients: Recipients
  readonly status?: number
  /** True if LINE's response lists the messages. */
  readonly lists: boolean
  /** Text in the webhook that confirms the delivery to a phone number. */
  readonly deliveryTag?: string
  readonly failed?: NarrowcastFailure
}

/** Accepts a request unless its mentions or quotes are invalid or it exceeds the monthly limit. */
export function accept(call: BotCall, send: Send): BotAnswer {
  const { via, fields, recipients, lists, status = 200, deliveryTag, failed } = send
  const { bot, now, requestId } = call
  const { chatId } = recipients
  const members = chatId === null ? null : (groupOf(call.scenario, bot, chatId)?.members ?? null)
  const refused = mentionProblem(via, send.messages, members) ?? quoteProblem(bot, send.messages, chatId)
  if (refused !== null) return refused
  const remaining = remainingQuota(call)
  if (via !== 'reply' && remaining !== null && recipients.delivered.length > remaining)
    return refusal(429, 'You have reached your monthly limit.')
  const messages = send.messages.map(message => stored(call, message))
  const { customAggregationUnits } = fields
  const sending: Sending = {
    requestId,
    at: now,
    via,
    chatId,
    messages,
    targets: recipients.targets.length,
    delivered: recipients.delivered,
    units: countedUnits(bot.ledger, now, Array.isArray(customAggregationUnits) ? customAggregationUnits : []),
    ...(deliveryTag === undefined ? {} : { deliveryTag }),
    ...(failed === undefined ? {} : { failed }),
    order: nextOrder(call.world),
  }
  const answer = { status, body: lists ? { sentMessages: sentMessagesOf(sending) } : {} }
  return { ...answer, sent: { sending, retryKey: retryKeyOf(call) } }
}

export function retryable(handle: (call: BotCall) => BotAnswer) {
  return (call: BotCall): BotAnswer => retryProblem(call) ?? acceptedBefore(call) ?? handle(call)
}
