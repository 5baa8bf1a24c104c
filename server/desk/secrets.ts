import { codeOf } from '#contract/desk/invitation-code.ts'
import type { Random } from '#server/random.ts'

const TOKEN_BYTES = 32
const CODE_BYTES = 8

/** Returns a secret of 43 characters for a link or a cookie. */
export const newToken = (random: Random): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/** Returns a code that a person must enter after opening a link. */
export const newCode = (random: Random): string => codeOf(random.bytes(CODE_BYTES))
