/** The photos' store does not answer, or refuses: a repeat may succeed, and callers are told UNAVAILABLE. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
}

/** The system's codes for a disk that cannot be used now. */
const DISK_DOWN = /^(ENOSPC|EFBIG|EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE|EDQUOT|ENOTDIR|ESTALE)$/

/** Whether an error says that the photos' store is not there, rather than that the program is wrong. */
export function isObjectStoreDown(error: unknown): boolean {
  if (error instanceof ObjectStoreError) return true
  return error instanceof Error && DISK_DOWN.test(String((error as { code?: unknown }).code))
}
