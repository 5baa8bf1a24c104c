type Row = {
  /** The profile screen has a switch for each group. `news` is marketing, so its switch is the marketing consent. */
  readonly group: 'receipts' | 'draw' | 'coupons' | 'news'
  /** The name at the desk. */
  readonly th: string
  readonly en: string
  /**
   * The content is mostly identical, so the messages are sent as multicasts, kind by kind in the order below. `won` is
   * not shared, because its button can contain the winner's ticket.
   */
  readonly isShared?: true
}

/** The kinds of LINE messages to customers. */
const kinds = {
  'receipt-approved': { group: 'receipts', th: 'ใบเสร็จผ่าน', en: 'Receipt approved' },
  'receipt-rejected': { group: 'receipts', th: 'ใบเสร็จไม่ผ่าน', en: 'Receipt rejected' },
  'receipt-waiting': { group: 'receipts', th: 'ใบเสร็จรอส่งในเครื่อง', en: 'Receipt waiting on the phone' },
  won: { group: 'draw', th: 'ได้รับรางวัล', en: 'Won' },
  reserve: { group: 'draw', th: 'ลำดับสำรอง', en: 'Reserve', isShared: true },
  'not-won': { group: 'draw', th: 'ไม่ได้รับรางวัล', en: 'Not won', isShared: true },
  'reserve-promoted': { group: 'draw', th: 'เลื่อนจากลำดับสำรอง', en: 'Promoted from the reserves' },
  'confirm-deadline': { group: 'draw', th: 'เตือนยืนยันรับรางวัล', en: 'Reminder to confirm' },
  'seat-confirmed': { group: 'draw', th: 'ยืนยันที่นั่งแล้ว', en: 'Seat confirmed' },
  'coupon-expiring': { group: 'coupons', th: 'คูปองใกล้หมดอายุ', en: 'Coupon expires soon', isShared: true },
  'campaign-closing': { group: 'news', th: 'แคมเปญใกล้จบ', en: 'Campaign ends soon', isShared: true },
} as const satisfies Readonly<Record<string, Row>>

export type MessageKind = keyof typeof kinds
export type MessageGroup = Row['group']
/** These groups are enabled by default. */
export type ServiceGroup = Exclude<MessageGroup, 'news'>

export const serviceGroups = ['receipts', 'draw', 'coupons'] as const satisfies readonly ServiceGroup[]

export const messageKinds = Object.keys(kinds) as readonly MessageKind[]

export const messageKind = (kind: MessageKind): Row => kinds[kind]

export const messageStates = ['waiting', 'held', 'sent', 'dropped', 'dead'] as const
