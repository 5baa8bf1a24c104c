import { codeOf } from '#contract/desk/invitation-code.ts'
import type { Random } from '#server/random.ts'

const TOKEN_BYTES = 32
const CODE_BYTES = 8

/** A secret for a link or a cookie, 43 characters. */
export const newToken = (random: Random): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/** A code that a person must type in addition to opening a link. */
export const newCode = (random: Random): string => codeOf(random.bytes(CODE_BYTES))
