/**
 * When and how often customers get LINE messages. Times are in Bangkok. Messages that are due in the quiet hours wait until
 * `until`; set `from` and `until` to the same time to switch quiet hours off.
 */
export const messageRules = {
  quietHours: {
    from: '21:00',
    /** Start for messages with a deadline to confirm: `won`, `reserve-promoted` and `confirm-deadline`. */
    urgentFrom: '22:00',
    until: '08:00',
  },
  /** Most messages to one customer in a day. Messages with a deadline to confirm do not count. */
  perDay: { service: 5, marketing: 1 },
  /** The reminder that the campaign ends soon can be sent from this many days before the end. */
  closingDays: 7,
  /** Most receipts in one message if several decisions about a customer's receipts are due. */
  digestMax: 10,
} as const
