/**
 * The words that a phone's report may contain. A report has only these words and numbers, so that it cannot contain
 * personal data: no messages, no addresses with ids, no texts.
 */

/** Every N-th visit reports its times. */
export const REPORT_ONE_IN = 10
/** Maximum number of errors that one page reports. An error that repeats in a loop would otherwise fill the log. */
export const REPORT_ERRORS_MAX = 5
/** A job that waits longer than this is reported, in milliseconds. */
export const REPORT_OLD_JOB_MS = 60 * 60 * 1000
/** Longest time that is reported, in milliseconds. A longer one counts as this. */
export const REPORT_TIME_MAX_MS = 60_000
/** Times are rounded to this many milliseconds. */
export const REPORT_STEP_MS = { lcp: 50, inp: 8, home: 50 } as const
/** Largest line and column of a place in a script. It has fewer digits than a phone number. */
export const REPORT_PLACE_MAX = 999_999
/** Largest number of tries that is reported. */
export const REPORT_TRIES_MAX = 99

/** How long a job has waited, as lower bounds in minutes. */
export const jobAges = [0, 5, 60, 6 * 60, 24 * 60, 3 * 24 * 60] as const

/** Names of the routes in `src/boot/routes.ts`; `startup` is any screen before sign-in, `frame` the layout around the screens. */
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

/** How the app noticed an error. `boundary`: a screen threw while rendering. */
export const errorSources = ['boundary', 'error', 'rejection'] as const

/** Names of errors. Any other name counts as `other`, because a script can set any name on an error. */
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
/** Where the phone stores the app's data: `memory` is lost when the page closes. */
export const storageModes = ['database', 'memory'] as const
