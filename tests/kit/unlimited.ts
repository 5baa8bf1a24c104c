import type { RateLimit } from '#server/http/rate-limit.ts'

/** A rate limit that never refuses a call. */
export const unlimited: RateLimit = { take: async () => undefined }
