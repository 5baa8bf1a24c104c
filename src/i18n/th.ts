import { campaign } from '#campaign/texts.th.ts'
import { type ErrorCode, errorCodes, messageOf } from '#contract/errors.ts'
import { activity } from './th/activity.ts'
import { common } from './th/common.ts'
import { fields } from './th/fields.ts'
import { startup } from './th/startup.ts'

/** What the server's refusals say; the contract has the sentences. */
const errors = Object.fromEntries(errorCodes.map(code => [`error.${code}`, messageOf(code)])) as Record<
  `error.${ErrorCode}`,
  string
>

/**
 * The Thai texts of the first script: what any screen may say. The rest comes with the screens that say it
 * (`useText(account)`). `{name}` is filled in by `t(key, {name})`.
 */
export const th = { ...errors, ...common, ...startup, ...campaign, ...fields, ...activity } as const
