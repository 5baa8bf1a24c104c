import type { CallDefinition, RateBucket } from '#contract/define-call.ts'

/**
 * Limits in calls per minute. `address` is per IP address, `login` per LINE user, `line` for all requests together
 * that ask LINE about an access token, all others per customer. A photo that
 * is sent in pieces counts once as `image`; each further piece counts as `piece`. `export` counts downloads of all data, `report`
 * log batches whose phone reports are stored.
 */
export const PER_MINUTE = {
  address: 600,
  login: 10,
  line: 1200,
  read: 240,
  write: 60,
  log: 120,
  report: 6,
  receipt: 10,
  answer: 10,
  'reward/use': 5,
  image: 20,
  piece: 240,
  export: 6,
} as const satisfies Record<Exclude<RateBucket, 'none'>, number> & Record<string, number>

/** Returns the bucket from which a customer's call takes its token. */
export function bucketOf(
  call: Pick<CallDefinition, 'rateBucket'>,
  contentRange: string | null,
): keyof typeof PER_MINUTE | 'none' {
  const isLaterPiece = contentRange !== null && !/^bytes 0-/.test(contentRange)
  return call.rateBucket === 'image' && isLaterPiece ? 'piece' : call.rateBucket
}
