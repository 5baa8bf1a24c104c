import type { MessageKind, ServiceGroup } from '#contract/message-groups.ts'

export type MessageTables = {
  /** The row exists as long as the server sends LINE messages. */
  message_channel: {
    id: 'line'
    /** No process sends messages before this time; null if sending is not paused. */
    paused_until: number | null
    /**
     * `token`: LINE rejects the token. `quota`: the monthly quota is used up. `limit`: LINE responded with 429 for
     * another reason. `outage`: LINE did not respond, or responded with 5xx.
     */
    pause_reason: 'token' | 'quota' | 'limit' | 'outage' | null
    failures: number
    /** Hash of the access token of the most recently started server. A new token ends a pause. */
    token_sha256: string | null
    /** Monthly limit; null if the account has no limit, or before LINE's first response. */
    quota_limit: number | null
    /** LINE's message count for this month, and when it was read; null before LINE's first response. */
    quota_used: number | null
    quota_at: number | null
  }

  message: {
    kind: MessageKind
    /**
     * Identifies the event, so that there is only one message per event: a receipt's id and version for a decision, the
     * idempotency key of the phone's job for a waiting receipt, the draw's id (in a reminder, also the deadline), the
     * types and ends of coupons, or the end of the campaign. Parts are separated by `:`, and coupons by `,`.
     */
    subject: string
    customer_id: string
    /**
     * `held`: the organiser stopped the mailing. `dropped`: never sent, because it is no longer needed or possible.
     * `dead`: permanently failed.
     */
    state: 'waiting' | 'held' | 'sent' | 'dropped' | 'dead'
    /** When the message is due, or when a process's claim on it expires. */
    not_before: number
    attempts: number
    /** The `X-Line-Retry-Key` of all attempts, and when it was first used. */
    retry_key: string | null
    key_at: number | null
    /** 1 if an attempt got no response, so LINE may have accepted it. */
    unsure: number
    /** Why the message was dropped or failed permanently, or why the last attempt failed. */
    reason: string | null
    /** `KIND SUBJECT` of the message whose digest includes this one; null if this message is sent separately. */
    digest_lead: string | null
    /** 1 if many customers get the same message, so that one request can send it to them. */
    is_shared: number
    /** 1 if LINE rejected a request that contained this message and others. The message is then sent separately. */
    is_alone: number
    /** Null if the message is not part of a multicast, and once it is settled. */
    multicast_id: string | null
    created_at: number
    settled_at: number | null
  }

  /**
   * One request that sends the same message to many customers. The row is deleted when all of its messages are settled.
   */
  message_multicast: {
    id: string
    /** JSON for LINE, stored so that a retry sends an identical request. Contains no customer data. */
    content: string
    not_before: number
    attempts: number
    retry_key: string | null
    key_at: number | null
    /** 1 if an attempt got no response, so LINE may have accepted it. If so, the recipients must not change. */
    unsure: number
    created_at: number
  }

  /**
   * Messages to many customers about one event, enqueued page by page, so that a mailing to a million customers survives
   * a restart and can be stopped.
   */
  mailing: {
    /** `closing`: the campaign is about to end. `coupon`: a coupon is about to expire. */
    kind: 'results' | 'closing' | 'coupon'
    subject: string
    state: 'running' | 'stopped' | 'done'
    due_at: number
    reached: string
    enqueued: number
    created_at: number
  }

  /** If there is no row, the group of messages is enabled. */
  message_preference: {
    customer_id: string
    message_group: ServiceGroup
    is_on: number
    changed_at: number
  }

  /** If there is no row, the LINE user has neither added nor blocked the account since the webhook was set up. */
  line_reach: {
    line_user_id: string
    is_following: number
    /** The event's time according to LINE. */
    changed_at: number
  }

  line_hand_over: { line_user_id: string; at: number }
  /**
   * An event from LINE's webhook. The row is kept for a while after the event is handled, so that a repeated webhook has
   * no effect.
   */
  line_webhook_event: {
    /** LINE's `webhookEventId`. */
    id: string
    kind: 'follow' | 'unfollow' | 'message' | 'postback'
    at: number
    /** This column and the next three are null once the event is handled. */
    line_user_id: string | null
    /** A message's text or a postback's data; null for other kinds of message. */
    content: string | null
    /** LINE accepts one reply per token; null if the event cannot be replied to. */
    reply_token: string | null
    reply: string | null
    /**
     * `waiting`: the event is stored. `replying`: the reply has yet to be sent. `failed`: given up after several errors.
     */
    state: 'waiting' | 'replying' | 'done' | 'failed'
    not_before: number
    attempts: number
    received_at: number
  }
}
