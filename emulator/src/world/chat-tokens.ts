/** A quote token is valid only in the chat of its message. */
export type QuoteToken = { readonly chatId: string; readonly messageId: string }

/** Lets users link their LINE account to their account on the service. */
export type LinkToken = { readonly userId: string; readonly expiresAt: number }

/** Using the token marks the chat's messages as read up to `at`. */
export type ReadToken = { readonly chatId: string; readonly at: number }

/** Allows one reply to an event in a chat. */
export type ReplyToken = { readonly chatId: string; readonly expiresAt: number }
