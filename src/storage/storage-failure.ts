/**
 * Names of the errors with which browsers say that a database cannot be used now: IndexedDB's own, and those of this
 * folder. A `TypeError` is never one of them: it is a defect of the app, such as a method that an older phone lacks.
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
 * Names of the errors of a read whose value is lost for good: browsers keep large values, such as photos, in files of their
 * own, which can be deleted. Chromium says DataError, and since version 132 NotReadableError, as the specification does.
 */
const unreadable = new Set(['DataError', 'NotReadableError'])

/** Names of the other errors of a single request: the phone is full, or had too little memory to copy a photo. */
const refused = new Set(['QuotaExceededError', 'DataCloneError'])

export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

/**
 * True if the error means that the database is unusable, not just that one request was too large. A transaction that
 * the browser has aborted without a reason rejects with null.
 */
export const isStoreLost = (error: unknown): boolean => error === null || lost.has(nameOf(error))

/** True if the record is there, but the browser has lost its value for good. */
export const isValueLost = (error: unknown): boolean => unreadable.has(nameOf(error))

/** True if the phone's storage has failed or is full. Every other error is a defect of the app. */
export const isStorageFailure = (error: unknown): boolean =>
  isStoreLost(error) || isValueLost(error) || refused.has(nameOf(error))

/** Returns a handler that answers a failure of the phone's storage with `fallback`, and rethrows a defect. */
export const ifStorageFails =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (isStorageFailure(error)) return fallback
    throw error
  }

const reported = new WeakSet<object>()

/**
 * Reports a defect as an uncaught error, once, however its callers handle the rejection: many of them continue without
 * the phone's storage. Ignores failures of the storage.
 */
export function reportDefect(error: unknown): void {
  if (isStorageFailure(error) || (error instanceof Object && reported.has(error))) return
  if (error instanceof Object) reported.add(error)
  queueMicrotask(() => {
    throw error
  })
}
