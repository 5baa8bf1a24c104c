import type { RateLimit } from '#server/http/rate-limit.ts'

/** For tests in which nothing is to be refused for coming too often. */
export const unlimited: RateLimit = { take: async () => undefined }
