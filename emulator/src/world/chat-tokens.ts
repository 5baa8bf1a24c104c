/** The message that a quote token identifies, and the chat in which the token is valid. */
export type QuoteToken = { readonly chatId: string; readonly messageId: string }

/** The right to link a user's account with that of the service. */
export type LinkToken = { readonly userId: string; readonly expiresAt: number }

/** The message up to which a token marks a chat as read. */
export type ReadToken = { readonly chatId: string; readonly at: number }

/** The right to reply once to an event in a chat. */
export type ReplyToken = { readonly chatId: string; readonly expiresAt: number }
