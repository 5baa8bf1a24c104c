import type { Fault } from '../scenario/fault-schema.ts'
import type { App, Friendship, Group, Scenario, Scope, User } from '../scenario/schema.ts'
import type { Bot, MessageContent, Sending } from './bot-state.ts'
import type { MenuUse } from './menu-days.ts'
import type { Reaction } from './reactions.ts'
import type {
  AccessToken,
  AuthCode,
  Picking,
  QuestionAnswer,
  RefreshToken,
  SentMessage,
  StoredTokens,
  SubWindow,
  WebSession,
} from './state.ts'

type EventFields = Readonly<Record<string, unknown>> & { readonly type: string }

/** Every change to the emulated LINE's state. */
export type WorldEvent =
  | { readonly type: 'scenario-loaded'; readonly scenario: Scenario; readonly session: string }
  | { readonly type: 'scenario-changed'; readonly scenario: Scenario; readonly session?: string }
  | { readonly type: 'time-went-back'; readonly now: number; readonly session: string }
  | { readonly type: 'reset'; readonly session: string }
  | { readonly type: 'user-added'; readonly user: User }
  | { readonly type: 'friendship-changed'; readonly userId: string; readonly state: Friendship }
  | {
      readonly type: 'consented'
      readonly userId: string
      readonly liffId: string
      readonly scopes: readonly Scope[]
    }
  | { readonly type: 'deauthorized'; readonly userId: string; readonly channelId: string }
  | { readonly type: 'opened-in-line' }
  | { readonly type: 'line-killed'; readonly userId: string }
  | { readonly type: 'code-issued'; readonly code: string; readonly record: AuthCode; readonly now: number }
  | { readonly type: 'code-spent'; readonly code: string }
  | { readonly type: 'web-login'; readonly phoneUserId: string; readonly session: WebSession }
  | { readonly type: 'channel-secret-sent'; readonly channelId: string; readonly secret: string }
  | { readonly type: 'token-issued'; readonly token: string; readonly record: AccessToken }
  | { readonly type: 'token-revoked'; readonly token: string }
  | { readonly type: 'refresh-token-issued'; readonly token: string; readonly record: RefreshToken }
  | {
      readonly type: 'channel-token-issued'
      readonly token: string
      readonly channelId: string
      readonly expiresAt: number
      readonly keyId?: string
      /** LINE does not store stateless tokens, so they cannot be revoked. */
      readonly stateless?: true
    }
  | { readonly type: 'channel-token-revoked'; readonly token: string }
  | {
      readonly type: 'postback'
      readonly userId: string
      /** Missing in the chat with the account. */
      readonly chatId?: string
      readonly postback: { readonly data: string; readonly params?: Readonly<Record<string, string>> }
      /** The action's display text in the chat. LINE does not send a webhook for this text. */
      readonly shown?: SentMessage
    }
  | { readonly type: 'video-played'; readonly userId: string; readonly trackingId: string }
  | {
      readonly type: 'account-linked'
      readonly userId: string
      readonly linkToken: string
      readonly nonce: string
      readonly result: 'ok' | 'failed'
    }
  | { readonly type: 'reacted'; readonly userId: string; readonly reactions: readonly Reaction[] }
  | ({ readonly type: 'menu-used' } & MenuUse)
  | { readonly type: 'content-stored'; readonly messageId: string; readonly content: MessageContent }
  | { readonly type: 'message-unsent'; readonly messageId: string }
  | { readonly type: 'webhook-resent'; readonly id: string }
  /** Sent by the panel or a test without changing the world. `userId` is null if the event is not about a user. */
  | { readonly type: 'webhook-event'; readonly userId: string | null; readonly fields: EventFields }
  | { readonly type: 'group-joined'; readonly group: Group; readonly at: number }
  | { readonly type: 'group-left'; readonly groupId: string; readonly at: number }
  | {
      readonly type: 'members-changed'
      readonly groupId: string
      readonly at: number
      readonly change: 'joined' | 'left'
      readonly userIds: readonly string[]
    }
  | {
      readonly type: 'membership-changed'
      readonly userId: string
      readonly membershipId: number
      readonly change: 'joined' | 'renewed' | 'left'
      readonly at: number
    }
  | { readonly type: 'apps-changed'; readonly apps: readonly App[] }
  | { readonly type: 'bot-changed'; readonly change: Partial<Bot> }
  | { readonly type: 'bot-sent'; readonly sending: Sending; readonly retryKey: string | null }
  | { readonly type: 'tokens-kept'; readonly liffId: string; readonly tokens: StoredTokens }
  | { readonly type: 'messages-sent'; readonly messages: readonly SentMessage[] }
  | { readonly type: 'picking'; readonly ott: string; readonly picking: Picking }
  | { readonly type: 'sub-window'; readonly msit: string; readonly subWindow: SubWindow }
  | { readonly type: 'question'; readonly id: string; readonly answer: QuestionAnswer }
  | { readonly type: 'layer-closed'; readonly id: string }
  | { readonly type: 'fault-added'; readonly fault: Fault }
  | { readonly type: 'fault-struck'; readonly id: string }
  | { readonly type: 'fault-removed'; readonly id: string | null }
  | { readonly type: 'phone-request' }
