/** One row while the server sends LINE messages; no row while messages are off. */
export type MessageChannelTable = {
  id: 'line'
  /** Until when no process sends; null if sending is not paused. */
  paused_until: number | null
  /** `token`: LINE refuses the token. `limit`: LINE answered 429. `outage`: LINE did not answer, or with 5xx. */
  pause_reason: 'token' | 'limit' | 'outage' | null
  /** Failures since LINE last accepted a message. */
  failures: number
}

/** A LINE message to a customer about one event. */
export type MessageTable = {
  kind: 'receipt-approved' | 'receipt-rejected'
  /** What the message is about. For receipts: `ID:VERSION` of the decision. */
  subject: string
  customer_id: string
  /** `dropped`: no longer needed or possible, so not sent. `dead`: failed, and not tried again. */
  state: 'waiting' | 'sent' | 'dropped' | 'dead'
  /** When the message is due, or when the claim of a process ends. */
  not_before: number
  attempts: number
  /** `X-Line-Retry-Key` of all attempts, and when it was first used. */
  retry_key: string | null
  key_at: number | null
  /** 1 if LINE may have accepted an attempt whose answer is unknown. */
  unsure: number
  /** Why the message was dropped or is dead, or why the last attempt failed. */
  reason: string | null
  created_at: number
  settled_at: number | null
}
