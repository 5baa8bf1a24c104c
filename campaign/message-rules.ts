/**
 * When and how often customers get LINE messages, in Bangkok time. Messages due in the quiet hours wait until `until`.
 * Set `from` and `until` to the same time to switch quiet hours off.
 */
export const messageRules = {
  quietHours: {
    from: '21:00',
    /** Start for messages with a deadline to confirm: `won`, `reserve-promoted` and `confirm-deadline`. */
    urgentFrom: '22:00',
    until: '08:00',
  },
  /** Maximum per customer and day. Messages with a deadline to confirm do not count. */
  perDay: { service: 5, marketing: 1 },
  /** The reminder that the campaign ends soon is allowed from this many days before the end. */
  closingDays: 7,
  /** Maximum number of receipts in one message about several decisions. */
  digestMax: 10,
} as const
