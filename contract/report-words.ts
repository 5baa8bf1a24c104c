import { HOUR_MS } from '#contract/time.ts'

/** A phone's report contains only these words and numbers, so it cannot contain personal data. */

/** One in this many visits reports its performance. */
export const REPORT_ONE_IN = 10
/** Per page, so that an error in a loop does not fill the log. */
export const REPORT_ERRORS_MAX = 5
export const REPORT_OLD_JOB_MS = HOUR_MS
/** Longer times are reported as this value. */
export const REPORT_TIME_MAX_MS = 60_000
/** Times are rounded to multiples of this. */
export const REPORT_STEP_MS = { lcp: 50, inp: 8, home: 50 } as const
/** Largest line or column in a script. It has fewer digits than a phone number. */
export const REPORT_PLACE_MAX = 999_999
export const REPORT_TRIES_MAX = 99

/** Lower bounds of a job's age, in minutes. */
export const jobAges = [0, 5, 60, 6 * 60, 24 * 60, 3 * 24 * 60] as const

/** Route names from `src/boot/routes.ts`. `startup` is any screen before sign-in, and `frame` is the layout. */
export const reportScreens = [
  'home',
  'answer',
  'continue',
  'updateReceipt',
  'correctReceipt',
  'receipt',
  'profile',
  'updateProfile',
  'receiptHistory',
  'answerHistory',
  'entries',
  'outbox',
  'register',
  'waitingAnnouncer',
  'thanks',
  'comingSoon',
  'qrCode',
  'confirm',
  'endCampaign',
  'help',
  'notFound',
  'startup',
  'frame',
] as const

/** `boundary`: a screen threw while rendering. */
export const errorSources = ['boundary', 'error', 'rejection'] as const

/** Other names are reported as `other`, because a script can give an error any name. */
export const errorNames = [
  'other',
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'ValiError',
  'AbortError',
  'InvalidStateError',
  'QuotaExceededError',
  'UnknownError',
] as const

export const reportSystems = ['ios', 'android', 'other'] as const
/** `memory` is lost when the page closes. */
export const storageModes = ['database', 'memory'] as const
