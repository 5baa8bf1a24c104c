/** Why LINE accepts a value whose type differs from LINE's OpenAPI document. */
const REASONS = {
  number:
    'LINE reads a number or a boolean as text in message objects and audiences: public error reports name the length of a number, not its type',
  null: 'LINE reads null as a missing field, and the field is optional in its OpenAPI document',
  unknown: 'the operation has no such field in LINE’s OpenAPI document, and LINE ignores unknown fields',
} as const
type Reason = keyof typeof REASONS

const AS_TEXT = [-1, 1.5, 2 ** 40, true]

const SENDING = ['broadcast', 'multicast', 'narrowcast', 'pushMessage', 'pushMessagesByPhone', 'replyMessage']
const VALIDATING = ['Broadcast', 'Multicast', 'Narrowcast', 'Push', 'Reply'].map(kind => `validate${kind}`)

type Row = readonly [operations: readonly string[], path: string, values: readonly unknown[], reason: Reason]

const ROWS: readonly Row[] = [
  [[...SENDING, ...VALIDATING], 'messages.#.text', AS_TEXT, 'number'],
  [['createCoupon'], 'title', AS_TEXT, 'number'],
  [['createAudienceGroup'], 'uploadDescription', AS_TEXT, 'number'],
  [['createAudienceGroup'], 'uploadDescription', [null], 'null'],
  [['createAudienceGroup'], 'audiences', [null], 'null'],
  [['createClickBasedAudienceGroup'], 'clickUrl', AS_TEXT, 'number'],
  [['createClickBasedAudienceGroup'], 'clickUrl', [null], 'null'],
  [['createAudienceGroup'], 'isIfaAudience', [null], 'null'],
  [['narrowcast'], 'filter', [null], 'null'],
  [['narrowcast'], 'filter.demographic', [null], 'null'],
  [['narrowcast'], 'limit', [null], 'null'],
  [['narrowcast'], 'notificationDisabled', [null], 'null'],
  [['narrowcast'], 'limit.max', [null], 'null'],
  [['narrowcast'], 'limit.upToRemainingQuota', [null], 'null'],
  [['narrowcast'], 'limit.forbidPartialDelivery', [null], 'null'],
  [['addAudienceToAudienceGroup'], 'description', [...AS_TEXT, {}, [], null], 'unknown'],
]

/** The mutations of valid bodies that LINE accepts, as `operation path value`, with the reason. */
export const ACCEPTED: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([operations, path, values, reason]) =>
    operations.flatMap(operation =>
      values.map(value => [`${operation} ${path} ${JSON.stringify(value)}`, REASONS[reason]] as const),
    ),
  ),
)
