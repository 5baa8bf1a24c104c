import { isObjectStoreDown } from '#server/images/object-store-error.ts'
import { isDatabaseDown } from '#server/store/failure.ts'

/** True if a call failed because the database or the photo storage is unavailable. */
export const isDown = (error: unknown): boolean => isDatabaseDown(error) || isObjectStoreDown(error)
