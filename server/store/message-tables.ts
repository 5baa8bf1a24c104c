import type { MessageKind, ServiceGroup } from '#contract/message-groups.ts'

/** One row while the server sends LINE messages; no row while messages are off. */
export type MessageChannelTable = {
  id: 'line'
  /** Until when no process sends; null if sending is not paused. */
  paused_until: number | null
  /**
   * `token`: LINE refuses the token. `quota`: the month's messages are used up. `limit`: another 429. `outage`: LINE did not
   * answer, or with 5xx.
   */
  pause_reason: 'token' | 'quota' | 'limit' | 'outage' | null
  /** Failures since LINE last accepted a message. */
  failures: number
  /** Hash of the access token of the server that started last, so that a new one ends a pause. */
  token_sha256: string | null
  /** LINE's limit of messages for this month; null if the account has no limit, or before LINE has answered. */
  quota_limit: number | null
  /** Messages that LINE has counted in this month, and when LINE said so; null before LINE has answered. */
  quota_used: number | null
  quota_at: number | null
}

/** A LINE message to a customer about one event. */
export type MessageTable = {
  kind: MessageKind
  /**
   * The event, so that each event has one message. A receipt's decision: its id and version. A waiting receipt: the
   * idempotency key of the phone's job. The draw: its id, for a deadline also the deadline. A coupon: its type and end. The
   * campaign's end: its time. Parts are separated by `:`.
   */
  subject: string
  customer_id: string
  /**
   * `held`: the organiser has stopped its mailing. `dropped`: no longer needed or possible, so not sent. `dead`: failed, and
   * not tried again.
   */
  state: 'waiting' | 'held' | 'sent' | 'dropped' | 'dead'
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
  /** `KIND SUBJECT` of the customer's message with which this one is sent, in one digest; null for a message of its own. */
  digest_lead: string | null
  /** 1 if many customers get the same message, which is then sent to them with one request. */
  is_shared: number
  /** 1 after LINE has refused a request that contained this message and others. It is sent alone from then on. */
  is_alone: number
  /** The multicast with which the message is sent; null if there is none, and once the message is settled. */
  multicast_id: string | null
  created_at: number
  settled_at: number | null
}

/**
 * A request that sends equal messages to many customers. Its members are the messages that name it. The row is deleted when
 * they are settled.
 */
export type MessageMulticastTable = {
  id: string
  /** What LINE gets, as JSON, so that a repeated request is the same one. It contains nothing about a customer. */
  content: string
  /** When the next attempt is due, or when the claim of a process ends. */
  not_before: number
  attempts: number
  /** `X-Line-Retry-Key` of all attempts, and when it was first used; null before the first attempt. */
  retry_key: string | null
  key_at: number | null
  /** 1 if LINE may have accepted an attempt whose answer is unknown. The members cannot change then. */
  unsure: number
  created_at: number
}

/**
 * Messages to many customers about one event. The server enqueues them page by page, so that a mailing to a million customers
 * continues after a restart and can be stopped.
 */
export type MailingTable = {
  /** `results`: the draw's results. `closing`: the campaign's end. `coupon`: the end of a coupon. */
  kind: 'results' | 'closing' | 'coupon'
  /** Subject of its messages. */
  subject: string
  state: 'running' | 'stopped' | 'done'
  /** When the server begins to enqueue. */
  due_at: number
  /** Id of the last customer who was considered; empty before the first. */
  reached: string
  /** Number of messages enqueued so far. */
  enqueued: number
  created_at: number
}

/** A group of LINE messages that a customer has switched on or off. Without a row, the group is on. */
export type MessagePreferenceTable = {
  customer_id: string
  message_group: ServiceGroup
  is_on: number
  changed_at: number
}
/** Whether a LINE user gets the account's messages. Users without a row have neither added nor blocked it since the webhook exists. */
export type LineReachTable = {
  line_user_id: string
  /** 1 after the user added the account, 0 after the user blocked it. */
  is_following: number
  /** LINE's time of that event. */
  changed_at: number
}

/** When a LINE user last got the text that says when people answer. */
export type LineHandOverTable = { line_user_id: string; at: number }

/** An event that LINE has reported. The row stays for a while after its work, so that a repeated webhook has no effect. */
export type LineWebhookEventTable = {
  /** LINE's `webhookEventId`. */
  id: string
  kind: 'follow' | 'unfollow' | 'message' | 'postback'
  /** LINE's time of the event. */
  at: number
  /** Null once the event is worked on, like the next three columns. */
  line_user_id: string | null
  /** The text of a message, or the data of a postback; null for other messages. */
  content: string | null
  /** LINE accepts one answer with this token. Null if no answer is possible. */
  reply_token: string | null
  /** The messages of the answer, as JSON. */
  reply: string | null
  /** `waiting`: stored. `replying`: its answer is to be sent. `failed`: given up after several errors. */
  state: 'waiting' | 'replying' | 'done' | 'failed'
  /** When the next attempt is due, or when the claim of a process ends. */
  not_before: number
  attempts: number
  received_at: number
}
