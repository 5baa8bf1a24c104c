/** A quote token is valid only in the chat of its message. */
export type QuoteToken = { readonly chatId: string; readonly messageId: string }

/** Lets a user link an account of the service. */
export type LinkToken = { readonly userId: string; readonly expiresAt: number }

/** The token marks the chat's messages as read up to `at`. */
export type ReadToken = { readonly chatId: string; readonly at: number }

export type ReplyToken = { readonly chatId: string; readonly expiresAt: number }
