import type { Scenario } from '../../scenario/schema.ts'
import type { WebhookEventType } from '../../webhook-event-types.ts'
import type { Order, PurchaseEvent } from '../../world/bot-state.ts'
import type { TimelineTexts } from '../texts/en/timeline.ts'

export type { ChatCommand, UserMessage } from '../../control/chat-command.ts'
export type { ClockCommand } from '../../control/clock-command.ts'
export type { GroupCommand, MembershipCommand } from '../../control/group-command.ts'
export type { PanelLink } from '../../control/panel-link.ts'
export type { PhaseList } from '../../control/phase-list.ts'
export type { PurchaseCommand } from '../../control/purchase-command.ts'
export type {
  VerifiedWebhook,
  WebhookEventCommand,
  WebhookSettings,
  WebhookView,
} from '../../control/webhook-command.ts'
export type { CheckResult, ExamReport } from '../../exam/report.ts'
export type {
  DroppedRequests,
  LoggedRequest,
  LoggedSession,
  StoredTimeline,
} from '../../platform/log.ts'
export type { Fault } from '../../scenario/fault-schema.ts'
export type { Friendship, Scenario } from '../../scenario/schema.ts'
export type { Order, PurchaseEvent } from '../../world/bot-state.ts'
export type { ChatEntry, ChatView } from '../../world/chat-view.ts'
export type { SentWebhook, WebhookTest } from '../../world/webhook.ts'

/** An entry in the response of `GET scenarios`. */
export type ScenarioSummary = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly environment: Scenario['environment']['kind']
}

/** The response of `GET purchases`: orders by id, oldest first, and the webhooks about them. */
export type Purchases = {
  readonly orders: Readonly<Record<string, Order>>
  readonly webhooks: readonly PurchaseEvent[]
}

/** The response of `POST share-page`: LINE's screen for choosing recipients. */
export type SharedPage = { readonly id: string; readonly url: string; readonly link: string }

/** A JSON Merge Patch for the scenario. Null resets a field to its default. */
export type Patch = {
  readonly [Key in keyof Scenario]?: Scenario[Key] extends readonly unknown[]
    ? Scenario[Key]
    : Scenario[Key] extends object
      ? PatchObject<Scenario[Key]>
      : Scenario[Key] | null
}
type PatchObject<T> = {
  readonly [Key in keyof T]?: T[Key] | null | (T[Key] extends object ? PatchObject<T[Key]> : never)
}

/** A literal string, or one that depends on the panel's language. */
export type TimelineText = string | ((texts: TimelineTexts) => string)

export function timelineText(text: TimelineText, texts: TimelineTexts): string {
  return typeof text === 'string' ? text : text(texts)
}

type EntryBase = {
  readonly key: string
  /** Time in ms since 1970, according to the computer's clock. */
  readonly at: number
  readonly failed: boolean
  /** Lower-case ID of the user who caused the entry or is mentioned in it, if known. */
  readonly user?: string
}

/** Bodies are null if they are empty or not text. */
export type Exchange = {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly error: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly request: string | null
  readonly response: string | null
  /** True if the request's body is incomplete because it is long or not text. */
  readonly cut: boolean
}

/** A request to a LINE host (`request`) or to another host (`app`). */
export type RequestEntry = EntryBase & {
  readonly kind: 'request' | 'app'
  readonly method: string
  readonly host: string
  readonly path: string
  /** The query string with its `?`, or an empty string. */
  readonly query: string
  readonly status: number
  /** Type of the first event, if this is a webhook to the bot's server. */
  readonly event?: WebhookEventType
  readonly exchange: Exchange
  readonly note: TimelineText
  readonly detail: unknown
}

export type NoteEntry = EntryBase & {
  readonly kind: 'bridge' | 'navigation' | 'page' | 'queue' | 'session'
  readonly title: TimelineText
  readonly note: TimelineText
  readonly detail: unknown
}

export type TimelineEntry = RequestEntry | NoteEntry

/** Name of the app's own server in faults and in the timeline. */
export const APP_HOST = 'app'

export const isRequest = (entry: TimelineEntry): entry is RequestEntry =>
  entry.kind === 'request' || entry.kind === 'app'
