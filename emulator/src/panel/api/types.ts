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
export type { Order, PurchaseEvent, SentWebhook, WebhookTest } from '../../world/bot-state.ts'
export type { ChatEntry, ChatView } from '../../world/chat-view.ts'

/** A named scenario in the response of `GET scenarios`. */
export type ScenarioSummary = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Kind of browser in which the scenario opens the app. */
  readonly environment: Scenario['environment']['kind']
}

/** The response of `GET purchases`: the orders by id, oldest first, and their webhooks. */
export type Purchases = {
  readonly orders: Readonly<Record<string, Order>>
  readonly webhooks: readonly PurchaseEvent[]
}

/** The response of `POST share-page`: LINE's screen for choosing the recipients. */
export type SharedPage = { readonly id: string; readonly url: string; readonly link: string }

/** A JSON Merge Patch of the scenario. Null resets a field to its default. */
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

/** Text of a timeline entry: data, which is the same in every language, or a text in the panel's language. */
export type TimelineText = string | ((texts: TimelineTexts) => string)

/** Returns the text of a timeline entry in the panel's language. */
export function timelineText(text: TimelineText, texts: TimelineTexts): string {
  return typeof text === 'string' ? text : text(texts)
}

type EntryBase = {
  readonly key: string
  /** Milliseconds since 1970 by the computer's clock. */
  readonly at: number
  readonly failed: boolean
  /** ID of the user on whose phone it happened or whom it names, in lower case, if known. */
  readonly user?: string
}

/** A request and its response as they were sent. Bodies are null if they are empty or not text. */
export type Exchange = {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly error: string | null
  /** The stored headers of the request. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly request: string | null
  readonly response: string | null
  /** True if the timeline does not have the request's whole body, because it is long or not text. */
  readonly cut: boolean
}

/** Timeline entry for a request to a LINE host (`request`) or to another host (`app`), and its response. */
export type RequestEntry = EntryBase & {
  readonly kind: 'request' | 'app'
  readonly method: string
  readonly host: string
  readonly path: string
  /** Query string with its `?`, or an empty string. */
  readonly query: string
  readonly status: number
  /** Type of the first event, if LINE sent the request as a webhook to the bot's server. */
  readonly event?: WebhookEventType
  readonly exchange: Exchange
  readonly note: TimelineText
  readonly detail: unknown
}

/**
 * Timeline entry for a bridge message, a navigation, a change in the app's queue, another page event, or the start of
 * a session.
 */
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
