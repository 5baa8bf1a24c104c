/** A retry may succeed, so clients get UNAVAILABLE. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
}

const DISK_DOWN = /^(ENOSPC|EFBIG|EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE|EDQUOT|ENOTDIR|ESTALE)$/

/** Returns false if the error is a bug in the program. */
export function isObjectStoreDown(error: unknown): boolean {
  if (error instanceof ObjectStoreError) return true
  return error instanceof Error && DISK_DOWN.test(String((error as { code?: unknown }).code))
}
