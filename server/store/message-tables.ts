import type { MessageKind, ServiceGroup } from '#contract/message-groups.ts'

/** The row exists while the server sends LINE messages. */
export type MessageChannelTable = {
  id: 'line'
  /** No process sends before this time; null if sending is not paused. */
  paused_until: number | null
  /**
   * `token`: LINE refuses the token. `quota`: the monthly quota is used up. `limit`: another 429. `outage`: LINE did
   * not respond, or responded with 5xx.
   */
  pause_reason: 'token' | 'quota' | 'limit' | 'outage' | null
  /** Failures since LINE last accepted a message. */
  failures: number
  /** Hash of the access token of the server that started last. A new token ends a pause. */
  token_sha256: string | null
  /** Monthly limit; null if the account has none, or before LINE's first response. */
  quota_limit: number | null
  /** LINE's count for this month and when it was read; null before LINE's first response. */
  quota_used: number | null
  quota_at: number | null
}

export type MessageTable = {
  kind: MessageKind
  /**
   * Identifies the event, so that each event has only one message: a receipt's id and version for a decision, the
   * idempotency key of the phone's job for a waiting receipt, the draw's id (plus the deadline), a coupon's type and
   * end, or the campaign's end. Parts are separated by `:`.
   */
  subject: string
  customer_id: string
  /**
   * `held`: the organiser stopped its mailing. `dropped`: no longer needed or possible, never sent. `dead`: failed for
   * good.
   */
  state: 'waiting' | 'held' | 'sent' | 'dropped' | 'dead'
  /** When the message is due, or when a process's claim expires. */
  not_before: number
  attempts: number
  /** `X-Line-Retry-Key` of all attempts, and when it was first used. */
  retry_key: string | null
  key_at: number | null
  /** 1 if LINE may have accepted an attempt that got no response. */
  unsure: number
  /** Why the message was dropped or is dead, or why the last attempt failed. */
  reason: string | null
  /** `KIND SUBJECT` of the message in whose digest this one is sent; null if it is sent separately. */
  digest_lead: string | null
  /** 1 if many customers get the same message, which one request then sends. */
  is_shared: number
  /** 1 after LINE refused a request with this and other messages. It is then sent separately. */
  is_alone: number
  /** Null without a multicast, and once the message is settled. */
  multicast_id: string | null
  created_at: number
  settled_at: number | null
}

/** One request that sends equal messages to many customers. The row is deleted when they are settled. */
export type MessageMulticastTable = {
  id: string
  /** JSON for LINE, stored so that a retry sends the same request. Contains no customer data. */
  content: string
  not_before: number
  attempts: number
  retry_key: string | null
  key_at: number | null
  /** 1 if LINE may have accepted an attempt that got no response. The members must not change then. */
  unsure: number
  created_at: number
}

/**
 * Messages to many customers about one event, enqueued page by page, so that a mailing to a million customers survives
 * a restart and can be stopped.
 */
export type MailingTable = {
  /** `results`: the draw's results. `closing`: the campaign is about to end. `coupon`: a coupon is about to expire. */
  kind: 'results' | 'closing' | 'coupon'
  subject: string
  state: 'running' | 'stopped' | 'done'
  due_at: number
  /** Id of the last customer processed; empty at the start. */
  reached: string
  enqueued: number
  created_at: number
}

/** Without a row, the group of messages is on. */
export type MessagePreferenceTable = {
  customer_id: string
  message_group: ServiceGroup
  is_on: number
  changed_at: number
}
/** Without a row, the LINE user has neither added nor blocked the account since the webhook was set up. */
export type LineReachTable = {
  line_user_id: string
  /** 1 after the user added the account, 0 after the user blocked it. */
  is_following: number
  /** LINE's time of the event. */
  changed_at: number
}

/** When a LINE user last got the text with the hours at which people answer. */
export type LineHandOverTable = { line_user_id: string; at: number }

/**
 * An event from LINE's webhook. The row stays for a while after it is handled, so that a repeated webhook has no
 * effect.
 */
export type LineWebhookEventTable = {
  /** LINE's `webhookEventId`. */
  id: string
  kind: 'follow' | 'unfollow' | 'message' | 'postback'
  at: number
  /** Null once the event is handled, like the next three columns. */
  line_user_id: string | null
  /** A message's text or a postback's data; null for other messages. */
  content: string | null
  /** LINE accepts one reply per token; null if the event allows none. */
  reply_token: string | null
  reply: string | null
  /** `waiting`: stored. `replying`: the reply still has to be sent. `failed`: given up after several errors. */
  state: 'waiting' | 'replying' | 'done' | 'failed'
  not_before: number
  attempts: number
  received_at: number
}
