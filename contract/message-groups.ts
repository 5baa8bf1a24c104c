/**
 * The LINE messages to customers, and the group to which each kind belongs. The profile screen has a switch for each group.
 * Messages of the group `news` are marketing, so its switch is the consent to marketing messages.
 */
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
/** A group about the customer's own receipts, prizes and coupons. It is on unless the customer switches it off. */
export type ServiceGroup = Exclude<MessageGroup, 'news'>

/** The service groups, in the order in which the profile screen shows them. */
export const serviceGroups = ['receipts', 'draw', 'coupons'] as const satisfies readonly ServiceGroup[]

export const messageKinds = Object.keys(groups) as readonly MessageKind[]

/** Returns the group of a kind of message. */
export const groupOfKind = (kind: MessageKind): MessageGroup => groups[kind]
