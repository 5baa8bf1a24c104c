/** The profile screen has a switch for each group. `news` is marketing, so its switch is the marketing consent. */
const groups = {
  'receipt-approved': 'receipts',
  'receipt-rejected': 'receipts',
  'receipt-waiting': 'receipts',
  won: 'draw',
  'not-won': 'draw',
  reserve: 'draw',
  'reserve-promoted': 'draw',
  'confirm-deadline': 'draw',
  'seat-confirmed': 'draw',
  'coupon-expiring': 'coupons',
  'campaign-closing': 'news',
} as const

export type MessageKind = keyof typeof groups
export type MessageGroup = (typeof groups)[MessageKind]
/** These groups are enabled by default. */
export type ServiceGroup = Exclude<MessageGroup, 'news'>

export const serviceGroups = ['receipts', 'draw', 'coupons'] as const satisfies readonly ServiceGroup[]

export const messageKinds = Object.keys(groups) as readonly MessageKind[]

export const groupOfKind = (kind: MessageKind): MessageGroup => groups[kind]
