import { MINUTE_MS } from '#contract/time.ts'

/** Header of a read by a page that nobody has used for `ATTENDED_MS`. Such a read does not keep the session alive. */
export const UNATTENDED = 'X-Unattended'
/** How long after the last key, click or movement a person still counts as being at the page, in milliseconds. */
export const ATTENDED_MS = MINUTE_MS
