/**
 * When and how often customers get LINE messages, in Bangkok time. Messages due in the quiet hours wait until `until`.
 * Set `from` and `until` to the same time to switch quiet hours off.
 */
export const messageRules = {
  quietHours: {
    from: '21:00',
    /**
     * Start of the quiet hours for messages with a confirmation deadline: `won`, `reserve-promoted` and
     * `confirm-deadline`.
     */
    urgentFrom: '22:00',
    until: '08:00',
  },
  /**
   * Maximum number of messages per customer per day. Messages with a confirmation deadline are not counted.
   */
  perDay: { service: 5, marketing: 1 },
  /** The closing reminder may be sent from this many days before the campaign ends. */
  closingDays: 7,
  /** Maximum number of receipts in one digest message. */
  digestMax: 10,
} as const
