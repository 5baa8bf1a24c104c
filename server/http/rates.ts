import type { CallDefinition, RateBucket } from '#contract/define-call.ts'

/**
 * Calls per minute: `address` per IP address, `login` per LINE user, `line` for all checks of
 * access tokens together, and the others per customer. The further pieces of a photo count as
 * `piece`, and log batches with phone reports as `report`.
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

export function bucketOf(
  call: Pick<CallDefinition, 'rateBucket'>,
  contentRange: string | null,
): keyof typeof PER_MINUTE | 'none' {
  const isLaterPiece = contentRange !== null && !/^bytes 0-/.test(contentRange)
  return call.rateBucket === 'image' && isLaterPiece ? 'piece' : call.rateBucket
}
