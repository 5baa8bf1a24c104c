import type { ConformanceCase } from '../cases.ts'
import { MESSAGES_ACCEPTED } from './accepted.ts'
import { FLEX_RULES } from './flex.ts'
import { OBJECT_RULES } from './objects.ts'
import type { RefusedMessages } from './rule.ts'
import { TEMPLATE_RULES } from './template.ts'

const SEND = 'POST https://api.line.me/message/v3/share'
const where = 'client'
const spec_ref = '5 messages'

/**
 * Returns LINE's text for an invalid body. It counts errors of message objects; for an error inside a message, it names
 * the message.
 */
function textOf({ property }: RefusedMessages): string {
  const inContent = /^(\/|template)/.test(property)
  return inContent
    ? 'A message (messages[0])\u00a0in the request body is invalid'
    : 'The request body has 1 error(s)'
}

function refusedCase(refused: RefusedMessages): ConformanceCase {
  const { id, rule, messages, property, text } = refused
  const message = textOf(refused)
  return {
    id: `message-${id}`,
    spec_ref,
    rule,
    setup: { where },
    call: `return liff.sendMessages(${messages})`,
    expect: {
      error: { code: '400', message },
      requests: [SEND],
      answer: {
        url: 'message/v3/share',
        status: 400,
        json: { message, details: [{ message: text, property }] },
      },
    },
  }
}

/** Cases of the rules for message contents. The SDK's error only has LINE's text, so they also check the response. */
export const MESSAGE_CASES: readonly ConformanceCase[] = [
  ...[...OBJECT_RULES, ...TEMPLATE_RULES, ...FLEX_RULES].map(refusedCase),
  ...MESSAGES_ACCEPTED.map(({ id, messages }) => ({
    id: `message-${id}-ok`,
    spec_ref,
    setup: { where } as const,
    call: `await liff.sendMessages(${messages}); return 1`,
    expect: { value: 1, requests: [SEND] },
  })),
]
