/**
 * Errors from IndexedDB and this folder that mean that the database is currently unusable. Do not add `TypeError`,
 * which is a defect of the app, such as calling a method that an older phone lacks.
 */
const lost = new Set([
  'AbortError',
  'InvalidStateError',
  'NotAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'OperationError',
  'SecurityError',
  'StoreLost',
  'StoreTimeout',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
])

/**
 * Errors for a permanently lost value: browsers keep large values, such as photos, in separate files, which can be
 * deleted. Chromium throws DataError, and since version 132 NotReadableError, as specified.
 */
const unreadable = new Set(['DataError', 'NotReadableError'])

/** Other errors that affect a single request: the phone is full, or has too little memory to copy a photo. */
const refused = new Set(['QuotaExceededError', 'DataCloneError'])

export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

/** A transaction that the browser aborted without a reason rejects with null. */
export const isStoreLost = (error: unknown): boolean => error === null || lost.has(nameOf(error))

export const isValueLost = (error: unknown): boolean => unreadable.has(nameOf(error))

/** True for a storage failure; every other error is a defect of the app. */
export const isStorageFailure = (error: unknown): boolean =>
  isStoreLost(error) || isValueLost(error) || refused.has(nameOf(error))

/** Returns a rejection handler that resolves to `fallback` for a storage failure and rethrows a defect. */
export const ifStorageFails =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (isStorageFailure(error)) return fallback
    throw error
  }

const reported = new WeakSet<object>()

/** Reports a defect once as an uncaught error: many callers ignore rejections and continue without storage. */
export function reportDefect(error: unknown): void {
  if (isStorageFailure(error) || (error instanceof Object && reported.has(error))) return
  if (error instanceof Object) reported.add(error)
  queueMicrotask(() => {
    throw error
  })
}
