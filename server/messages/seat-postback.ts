import type { messagingApi } from '@line/bot-sdk'
import { seatButton } from '#campaign/chat-texts.ts'
import type { Lang } from '#contract/languages.ts'

const PREFIX = 'confirm-seat:'

export const seatPostback = (ticketId: string, lang: Lang) =>
  ({
    type: 'postback',
    label: seatButton[lang],
    data: `${PREFIX}${ticketId}`,
    displayText: seatButton[lang],
  }) as const satisfies messagingApi.PostbackAction

/** Returns null if `seatPostback` did not create the data. */
export const ticketIdIn = (data: string): string | null =>
  data.startsWith(PREFIX) ? data.slice(PREFIX.length) : null
