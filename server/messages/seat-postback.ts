import type { messagingApi } from '@line/bot-sdk'
import { seatButton } from '#campaign/chat-texts.ts'

const PREFIX = 'confirm-seat:'

export const seatPostback = (ticketId: string) =>
  ({
    type: 'postback',
    label: `${seatButton.th} / ${seatButton.en}`,
    data: `${PREFIX}${ticketId}`,
    displayText: `${seatButton.th} / ${seatButton.en}`,
  }) as const satisfies messagingApi.PostbackAction

/** Returns null if `seatPostback` did not create the data. */
export const ticketIdIn = (data: string): string | null =>
  data.startsWith(PREFIX) ? data.slice(PREFIX.length) : null
