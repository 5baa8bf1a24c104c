import type { messagingApi } from '@line/bot-sdk'
import { seatButton } from '#campaign/chat-texts.ts'

const PREFIX = 'confirm-seat:'

/** Returns the action of a button with which a winner confirms the seat in the chat. `ticketId` is the drawn ticket's id. */
export const seatPostback = (ticketId: string) =>
  ({
    type: 'postback',
    label: `${seatButton.th} / ${seatButton.en}`,
    data: `${PREFIX}${ticketId}`,
    displayText: `${seatButton.th} / ${seatButton.en}`,
  }) as const satisfies messagingApi.PostbackAction

/** Returns the ticket's id in the data of a pressed button; null if the data are not of `seatPostback`. */
export const ticketIdIn = (data: string): string | null =>
  data.startsWith(PREFIX) ? data.slice(PREFIX.length) : null
