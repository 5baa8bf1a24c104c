/**
 * What screens see: one model per subject, made by `createModel((ports, …) => …)` in the file of the same name.
 * Screens get them by `useApp()` only.
 */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Answer, BodyInput } from '#contract/calls.ts'
import type { Customer } from '#contract/schema/customer.ts'
import type { Activity, District, Province, Store, Subdistrict } from '#contract/schema/master.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import type { Reward, RewardType } from '#contract/schema/reward.ts'
import type { CheckInCode } from '#src/domain/check-in-code.ts'
import type { Lang } from '#src/i18n/languages.ts'
import type { JobView, Sent } from '#src/outbox/job-view.ts'
import type { CampaignConfig, Failure, LineProfile, Photo, Photos, Reply } from '#src/ports.ts'
import type { Phase } from '#src/startup/phase.ts'

export type { JobView, Sent } from '#src/outbox/job-view.ts'

/** Something read from the server, painted from the phone's copy first. `at`: when the server gave it (ms). */
export type Resource<T> =
  | { readonly state: 'empty' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T; readonly at: number; readonly refreshing: boolean }
  /** The newest try failed; `value` is the phone's copy, where there is one. */
  | {
      readonly state: 'failed'
      readonly failure: Failure
      readonly value: T | null
      readonly at: number | null
    }

/** A resource with its actions. `load` is cheap to call from every screen: it revalidates at most once at a time. */
export type Remote<T> = { readonly current: ReadonlySignal<Resource<T>>; load(): Promise<void> }

export type { Phase }

export type SessionModel = {
  readonly phase: ReadonlySignal<Phase>
  /** True until startup is finished, whatever its outcome. */
  readonly loading: ReadonlySignal<boolean>
  /** True when startup takes longer than ten seconds. */
  readonly slow: ReadonlySignal<boolean>
  /** The session ended and could not be renewed without leaving the page: `retry()` signs in again. */
  readonly signInNeeded: ReadonlySignal<boolean>
  /** Whose session it is: also a provisional customer's on /register; null before anybody is known. */
  readonly customerId: ReadonlySignal<string | null>
  readonly profile: ReadonlySignal<LineProfile | null>
  /** Whether this looks like LINE at all. */
  readonly inClient: ReadonlySignal<boolean>
  start(): void
  retry(): void
  /** Sends the registration; on success the session is ready and home opens. */
  register(
    form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'>,
  ): Promise<Reply<Answer<'register'>>>
  /** What is unsent stays on this phone for this customer (`keep`) or is thrown away. */
  logout(unsent: 'keep' | 'discard'): Promise<void>
  cancel(reason: { reason?: BodyInput<'cancel'>['reason']; note?: string }): Promise<Reply<Answer<'cancel'>>>
}

export type CampaignModel = Remote<Activity> & {
  readonly state: ReadonlySignal<'unknown' | 'pending' | 'open' | 'ended'>
  /** The server's clock as far as known, milliseconds since 1970. */
  serverNow(): number
  /** How far this phone's clock is behind the server's, as far as known, in milliseconds. */
  clockOffset(): number
  /** Takes the answer that startup fetched just now. */
  accept(activity: Activity): void
  /** Shows what the phone knows of it until startup's answer comes, if one does. */
  showCached(): Promise<void>
}

export type MasterModel = {
  readonly provinces: ReadonlySignal<readonly Province[]>
  readonly stores: ReadonlySignal<readonly Store[]>
  readonly state: ReadonlySignal<Resource<{ readonly version: string }>>
  districts(provinceId: number): readonly District[]
  subdistricts(districtId: number): readonly Subdistrict[]
  load(): Promise<void>
  /** From now on fetches them for whoever is signed in, where the phone has none that this build can read: the network may go before a form is opened. */
  loadWhenSignedIn(): void
}

export type CustomerModel = Remote<Customer> & {
  /**
   * Queued when there is no network; the screen shows the new values at once. `version`: that of the data which was
   * edited; the server refuses to overwrite newer data.
   */
  save(fields: BodyInput<'putCustomer'>, version?: number): Promise<Sent>
  /** Gives or withdraws the consent to marketing messages; needs the network. */
  setMarketing(granted: boolean): Promise<Reply<unknown>>
  /** Lets the server forget the LINE picture for good; needs the network. */
  deletePhoto(): Promise<Reply<unknown>>
}

export type ReceiptDraft = {
  readonly id: string
  /** Set when an existing receipt is corrected. */
  readonly version: number | null
  readonly storeId: number | null
  readonly receiptNo: string
  /** As typed. */
  readonly amount: string
  /** `YYYY-MM-DDTHH:mm` in Bangkok, as typed. */
  readonly purchasedAt: string
  readonly photos: readonly Photo[]
  /** Hashes of photos that the server already has. */
  readonly kept: readonly string[]
}

/** One line of the history: from the server, or still on this phone. */
export type ReceiptEntry = {
  readonly receipt: Receipt
  readonly queued: JobView | null
}

export type ReceiptsModel = {
  readonly history: ReadonlySignal<Resource<readonly ReceiptEntry[]>>
  load(): Promise<void>
  /** Appends the next page; null, or why it did not come. */
  loadMore(): Promise<Failure | null>
  readonly hasMore: ReadonlySignal<boolean>
  find(id: string): ReceiptEntry | null
  /** From the list or the phone's copy, else from the server. */
  get(id: string): Promise<Reply<Receipt>>
  /** The phone's copy of a photo, or the server's. An object URL's bytes, null when neither has it. */
  photo(sha256: string): Promise<Blob | null>
  /** Null: no draft was left. `id` null: the draft of a new receipt. */
  loadDraft(id: string | null): Promise<ReceiptDraft | null>
  saveDraft(id: string | null, draft: ReceiptDraft): Promise<boolean>
  deleteDraft(id: string | null): Promise<void>
  newDraft(): ReceiptDraft
  /** Another receipt of this customer with the same store and number: worth a warning, the server decides. */
  duplicateOf(draft: ReceiptDraft): ReceiptEntry | null
  /** `draftOf`: under which name its form was kept, as in `loadDraft`; a form that was sent is forgotten. */
  send(draft: ReceiptDraft, draftOf: string | null): Promise<Sent>
  withdraw(id: string): Promise<Sent>
}

export type AnswersModel = {
  readonly question: Remote<Answer<'question'>>
  readonly last: Remote<Answer<'lastAnswer'>>
  readonly history: Remote<Answer<'answerHistory'>>
  send(text: string): Promise<Sent>
}

export type RewardsModel = Remote<Reward | null> & {
  /** Makes the reward object where there is none yet. */
  create(): Promise<void>
  use(type: RewardType, more: { staffPin?: string; storeCode?: string }): Promise<Reply<Answer<'useReward'>>>
  confirm(attend: boolean): Promise<Sent>
  /** What the personal code is made from, good for a day without a network. */
  readonly qr: Remote<Answer<'getRewardQr'>>
  /** The personal code at a moment of the server's clock, from what the server gave; null without a key for it. */
  codeAt(given: Answer<'getRewardQr'>, now: number): Promise<CheckInCode | null>
}

/** Home's data. */
export type HomeModel = {
  /** Home is drawn before its screen is there: asks once for what it shows. */
  prefetch(): void
  /** The screen has been opened. */
  open(): void
}

export type DrawModel = {
  get(id: string): Promise<Reply<Answer<'draw'>>>
  /** Whether the secret is the one that was committed to before the draw; null while it is not published. */
  check(draw: Answer<'draw'>): Promise<boolean | null>
}

/** A log event as the app gives it; the outbox adds the id and the time. */
type LogEntry =
  | { readonly kind: 'pageview'; readonly path: string }
  | { readonly kind: 'state'; readonly state: string; readonly os: 'ios' | 'android' | 'web' }

export type OutboxModel = {
  /** Queues a log. Before sign-in it waits, and goes to the customer who signs in on this visit. */
  log(entry: LogEntry): void
  /** Throws away everything that waits for this customer, logs and photos included. */
  discardOwner(customerId: string): Promise<void>
  readonly jobs: ReadonlySignal<readonly JobView[]>
  /** Logs do not count. */
  readonly waiting: ReadonlySignal<number>
  readonly attention: ReadonlySignal<number>
  readonly connection: ReadonlySignal<'unknown' | 'reachable' | 'unreachable'>
  /** False: this phone cannot save; the page must stay open. */
  readonly durable: ReadonlySignal<boolean>
  /** Tries now. */
  sendNow(): void
  retry(id: string): Promise<void>
  /** False: the server may have it by now, and it stays. */
  discard(id: string): Promise<boolean>
  /** Entries that this version cannot read: kept aside, in nobody's way. */
  readonly unreadable: ReadonlySignal<number>
  /** What waits and what needs the customer, of one customer; logs do not count. */
  countOf(customerId: string): number
}

export type Severity = 'info' | 'success' | 'warning' | 'error'
export type Toast = { readonly id: string; readonly severity: Severity; readonly text: string }
export type ToastsModel = {
  readonly list: ReadonlySignal<readonly Toast[]>
  show(severity: Severity, text: string): void
  close(id: string): void
  /** Hovering stops the clock of S4's 3000 ms. */
  pause(id: string): void
  /** Lets the clock go on, or begin: it stands until the toast is drawn. */
  resume(id: string): void
}

export type Theme = 'system' | 'light' | 'dark'
export type SettingsModel = {
  readonly theme: ReadonlySignal<Theme>
  readonly dark: ReadonlySignal<boolean>
  readonly lang: ReadonlySignal<Lang>
  setTheme(theme: Theme): void
  setLang(lang: Lang): void
}

/** Half-filled forms, kept for this tab through reloads. Values are checked by the form that reads them. */
export type DraftsModel = {
  /** Null: nothing was kept, or it cannot be read. */
  read(form: string): unknown
  /** `null` forgets. */
  write(form: string, value: unknown): void
}

/** Every model of one app. */
export type App = {
  readonly session: SessionModel
  readonly campaign: CampaignModel
  readonly master: MasterModel
  readonly customer: CustomerModel
  readonly receipts: ReceiptsModel
  readonly answers: AnswersModel
  readonly rewards: RewardsModel
  readonly draws: DrawModel
  readonly home: HomeModel
  readonly outbox: OutboxModel
  readonly toasts: ToastsModel
  readonly settings: SettingsModel
  readonly drafts: DraftsModel
  readonly photos: Photos
  readonly config: CampaignConfig
  /** LINE's features that screens offer where they are there. */
  readonly line: Pick<
    import('#src/ports.ts').Line,
    'available' | 'closeWindow' | 'openWindow' | 'scan' | 'share' | 'send' | 'shortcut' | 'os'
  >
}
