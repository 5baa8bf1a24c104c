/**
 * Types of the models that screens use. There is one model per subject, created by `createModel((ports, …) =>
 * …)` in the file of the same name. Screens get the models only through `useApp()`.
 */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Answer, BodyInput } from '#contract/calls.ts'
import type { Customer, PostalAddress } from '#contract/schema/customer.ts'
import type { Activity, District, MasterAll, Province, Store, Subdistrict } from '#contract/schema/master.ts'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import type { Reward, RewardType } from '#contract/schema/reward.ts'
import type { CheckInCode } from '#src/domain/check-in-code.ts'
import type { SeenSeal } from '#src/domain/draw-witness.ts'
import type { Lang } from '#src/i18n/languages.ts'
import type { JobView, Sent } from '#src/outbox/job-view.ts'
import type { CampaignConfig, Failure, Ids, Photo, Photos, Reply } from '#src/ports.ts'
import type { Phase } from '#src/startup/phase.ts'
import type { OutboxModel } from './outbox-model.ts'
import type { ReceiptDraft } from './receipt-draft-type.ts'
import type { SessionModel } from './session-model.ts'

export type { JobView, Sent } from '#src/outbox/job-view.ts'
export type { OutboxModel } from './outbox-model.ts'
export type { ReceiptDraft, Suggested, SuggestedField } from './receipt-draft-type.ts'
export type { SessionModel } from './session-model.ts'

/**
 * A resource of the server, first shown from the cache. `at` is the time of the server's response
 * (milliseconds since 1970).
 */
export type Resource<T> =
  | { readonly state: 'empty' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T; readonly at: number; readonly refreshing: boolean }
  /** The newest request failed. `value` is the cached value, or null if there is none. */
  | {
      readonly state: 'failed'
      readonly failure: Failure
      readonly value: T | null
      readonly at: number | null
    }

/**
 * A resource that can be loaded. Any number of screens may call `load`: concurrent calls share one request.
 */
export type Remote<T> = { readonly current: ReadonlySignal<Resource<T>>; load(): Promise<void> }

export type { Phase }

/** The value is null if the server has only the switches of spec S7, and no dates and rules. */
export type CampaignModel = Remote<Activity | null> & {
  readonly state: ReadonlySignal<'unknown' | 'pending' | 'open' | 'ended'>
  /** Returns the server's time in milliseconds since 1970, estimated from the server's last response. */
  serverNow(): number
  /** Returns how far the server's clock is ahead of this phone's, in milliseconds, by the server's last response. */
  clockOffset(): number
  /** The same, but null until the server has told its time in this page. */
  readonly serverAhead: ReadonlySignal<number | null>
  /** Loads the activity unless the server has asked for a pause. For calls that no customer has started. */
  poll(): Promise<void>
  /** Must be called if the server has asked startup for a pause. `until` is by the phone's clock, in milliseconds since 1970. */
  pause(until: number): void
  /** Takes over the response to the activity call that startup has made. */
  accept(activity: Answer<'activity'>): void
  /** Shows the cached activity until startup receives the response to its activity call. */
  showCached(): Promise<void>
}

export type MasterModel = {
  /** All lists, or null if they are not loaded or the server only has spec S7's calls for single lists. */
  readonly all: ReadonlySignal<MasterAll | null>
  readonly provinces: ReadonlySignal<readonly Province[]>
  readonly stores: ReadonlySignal<readonly Store[]>
  readonly state: ReadonlySignal<Resource<unknown>>
  districts(provinceId: number): readonly District[]
  subdistricts(districtId: number): readonly Subdistrict[]
  load(): Promise<void>
  /**
   * From this call on, loads the lists when a customer signs in, unless this build can read the cached lists.
   * The lists are loaded early because a form may later be opened without a network.
   */
  loadWhenSignedIn(): void
}

export type CustomerModel = Remote<Customer> & {
  /**
   * Saves changes. Without a network they are queued, and the app shows them immediately. `version` is the
   * version of the data that was edited; the server refuses to overwrite newer data.
   */
  save(fields: BodyInput<'putCustomer'>, version?: number): Promise<Sent>
  /** Agrees to the texts that have changed since the customer agreed to them; needs the network. */
  agree(shown: BodyInput<'putConsents'>): Promise<Reply<Customer>>
  /** Gives the consent to marketing messages, whose sentence has this version, or withdraws it (null); needs the network. */
  setMarketing(shown: string | null): Promise<Reply<unknown>>
  /** Deletes the LINE picture from the server for good; needs the network. */
  deletePhoto(): Promise<Reply<unknown>>
  /** Which LINE messages the customer wants. Queued changes are already applied. */
  readonly messages: Remote<MessageSettings>
  /** Switches groups of LINE messages on or off. Without a network the change is queued. */
  saveMessages(groups: BodyInput<'putMessageSettings'>): Promise<Sent>
  /** Returns a link to a file with the customer's data; needs the network. */
  askForCopy(): Promise<Reply<Answer<'createExport'>>>
}

/**
 * One row of the receipt history. `queued` is the receipt's job on this phone, or null if everything has been
 * sent.
 */
export type ReceiptEntry = {
  readonly receipt: Receipt
  readonly queued: JobView | null
}

export type ReceiptsModel = {
  readonly history: ReadonlySignal<Resource<readonly ReceiptEntry[]>>
  /** False once the server has turned out not to take receipts: it has no call for their history. */
  readonly offered: ReadonlySignal<boolean>
  load(): Promise<void>
  /** Loads and appends the next page. Resolves with the failure, or null on success. */
  loadMore(): Promise<Failure | null>
  readonly hasMore: ReadonlySignal<boolean>
  find(id: string): ReceiptEntry | null
  /** Returns the receipt from the loaded list, or from the server if it is not in the list. */
  get(id: string): Promise<Reply<Receipt>>
  /**
   * Returns a photo from the phone or, if the phone does not have it, from the server. Returns null if
   * neither has it.
   */
  photo(sha256: string): Promise<Blob | null>
  /** Returns those of these photos that neither the phone nor the server has. If the server does not answer, it may have them. */
  lostPhotos(hashes: readonly string[]): Promise<readonly string[]>
  /** Returns a small copy of a photo if this phone has one, or can make one without a request; otherwise null. */
  thumbnail(sha256: string): Promise<Blob | null>
  /** Returns the stored draft, or null. If `id` is null, this is the draft of a new receipt. */
  loadDraft(id: string | null): Promise<ReceiptDraft | null>
  saveDraft(id: string | null, draft: ReceiptDraft): Promise<boolean>
  deleteDraft(id: string | null): Promise<void>
  newDraft(): ReceiptDraft
  /** Asks the campaign's receipt reader what a photo says. Returns null if that fails. Stores nothing. */
  read(photo: Photo): Promise<Answer<'readReceipt'> | null>
  /** Returns the store of the last receipt that this customer sent on this phone, or null. */
  lastStore(): Promise<number | null>
  /** Returns the receipt of this customer that already has this photo, or null. As far as the phone knows. */
  photoUsedIn(sha256: string, draftId: string): ReceiptEntry | null
  /**
   * Returns another receipt of this customer with the same store and receipt number, or null. The screen only
   * warns about it; the server decides.
   */
  duplicateOf(draft: ReceiptDraft): ReceiptEntry | null
  /**
   * Submits a draft. `draftOf` is the id under which the draft is stored (see `loadDraft`). The stored draft
   * is deleted once the receipt is queued or received.
   */
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
  /** Creates the customer's reward object if it does not exist yet. */
  create(): Promise<void>
  use(type: RewardType, more: { staffPin?: string; storeCode?: string }): Promise<Reply<Answer<'useReward'>>>
  /**
   * Confirms or declines what the customer has won. `address` is where a shipped prize is sent; it is part of the same
   * write, so that the confirmation never arrives without it.
   */
  confirm(attend: boolean, address?: PostalAddress): Promise<Sent>
  /** The newest page of what the customer's entries were given for, with the entry numbers. */
  readonly tickets: Remote<Answer<'rewardTickets'>>
  /** Loads the page of entries at a cursor. Needs the network. */
  olderTickets(cursor: string): Promise<Reply<Answer<'rewardTickets'>>>
  /** The data from which the personal check-in code is computed. It is valid for a day without a network. */
  readonly qr: Remote<Answer<'getRewardQr'>>
  /**
   * Computes the personal check-in code for a time of the server's clock. Resolves with null if the data has
   * no key for that time.
   */
  codeAt(given: Answer<'getRewardQr'>, now: number): Promise<CheckInCode | null>
}

/** Loads home's data. */
export type HomeModel = {
  /** Loads home's data before the screen itself has loaded. Further calls do nothing. */
  prefetch(): void
  /** Must be called when home opens. Loads the data unless it was just prefetched. */
  open(): void
}

export type DrawModel = {
  get(id: string): Promise<Reply<Answer<'draw'>>>
  /** Returns the seals of the list that this phone has kept, in order; null if nobody is signed in. */
  seals(): Promise<readonly SeenSeal[] | null>
  /** Checks whether the published secret gives the commitment. Resolves with null before it is published. */
  check(draw: Answer<'draw'>): Promise<boolean | null>
}

export type Severity = 'info' | 'success' | 'warning' | 'error'
export type Toast = { readonly id: string; readonly severity: Severity; readonly text: string }
export type ToastsModel = {
  readonly list: ReadonlySignal<readonly Toast[]>
  show(severity: Severity, text: string): void
  close(id: string): void
  /** Stops the toast's timer (spec S4's 3000 ms) while the pointer is over it. */
  pause(id: string): void
  /** Starts or continues the toast's timer, which does not run before the toast is drawn. */
  resume(id: string): void
}

export type Theme = 'system' | 'light' | 'dark'
export type SettingsModel = {
  readonly theme: ReadonlySignal<Theme>
  readonly dark: ReadonlySignal<boolean>
  readonly lang: ReadonlySignal<Lang>
  /** True if this phone sends reports of errors, times and waiting jobs. Another tab may change it. */
  sendsReports(): boolean
  setReports(value: boolean): void
  setTheme(theme: Theme): void
  setLang(lang: Lang): void
}

/**
 * Half-filled forms, stored per tab so that they survive reloads. A form that reads a value must validate it.
 */
export type DraftsModel = {
  /** Returns the stored form, or null if there is none or it is unreadable. */
  read(form: string): unknown
  /** Stores a form; null deletes it. */
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
  readonly sha256: Ids['sha256']
  readonly copyText: import('#src/ports.ts').Ports['copyText']
  readonly config: CampaignConfig
  /** Reloads the page with the newest build that the browser has installed. */
  readonly reloadNewest: () => Promise<void>
  /** The parts of LINE's SDK that screens use. Each feature is offered only if it is available. */
  readonly line: Pick<
    import('#src/ports.ts').Line,
    'available' | 'closeWindow' | 'openWindow' | 'scan' | 'share' | 'send' | 'shortcut' | 'os'
  >
}
