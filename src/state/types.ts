/** Screens get these models through `useApp()`. Each model is created in the file with its name. */
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

/** A server resource, first shown from the cache. `at` is in milliseconds since 1970. */
export type Resource<T> =
  | { readonly state: 'empty' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T; readonly at: number; readonly refreshing: boolean }
  | {
      readonly state: 'failed'
      readonly failure: Failure
      readonly value: T | null
      readonly at: number | null
    }

/** Concurrent `load` calls share one request. */
export type Remote<T> = { readonly current: ReadonlySignal<Resource<T>>; load(): Promise<void> }

export type { Phase }

/** Null if the server has only the switches of spec S7. */
export type CampaignModel = Remote<Activity | null> & {
  readonly state: ReadonlySignal<'unknown' | 'pending' | 'open' | 'ended'>
  /** Milliseconds since 1970, estimated from the last response. */
  serverNow(): number
  /** How far the server's clock is ahead of this phone's, in milliseconds. */
  clockOffset(): number
  readonly serverAhead: ReadonlySignal<number | null>
  poll(): Promise<void>
  pause(until: number): void
  accept(activity: Answer<'activity'>): void
  showCached(): Promise<void>
}

export type MasterModel = {
  /** Null if not loaded, or if the server has only spec S7's calls for individual lists. */
  readonly all: ReadonlySignal<MasterAll | null>
  readonly provinces: ReadonlySignal<readonly Province[]>
  readonly stores: ReadonlySignal<readonly Store[]>
  readonly state: ReadonlySignal<Resource<unknown>>
  districts(provinceId: number): readonly District[]
  subdistricts(districtId: number): readonly Subdistrict[]
  load(): Promise<void>
  /** Loads the lists unless this build can read the cached ones: a form may later be opened offline. */
  loadWhenSignedIn(): void
}

export type CustomerModel = Remote<Customer> & {
  /** Queues the change if offline. If `version` is given, the server does not overwrite newer data. */
  save(fields: BodyInput<'putCustomer'>, version?: number): Promise<Sent>
  /** Records consent to the changed terms. Calls that return a `Reply` are not queued. */
  agree(shown: BodyInput<'putConsents'>): Promise<Reply<Customer>>
  /** Consents to the text of this version; null withdraws the consent. */
  setMarketing(shown: string | null): Promise<Reply<unknown>>
  deletePhoto(): Promise<Reply<unknown>>
  readonly messages: Remote<MessageSettings>
  saveMessages(groups: BodyInput<'putMessageSettings'>): Promise<Sent>
  askForCopy(): Promise<Reply<Answer<'createExport'>>>
}

export type ReceiptEntry = {
  readonly receipt: Receipt
  /** Null if everything has been sent. */
  readonly queued: JobView | null
}

export type ReceiptsModel = {
  readonly history: ReadonlySignal<Resource<readonly ReceiptEntry[]>>
  /** False if the server has no receipt calls. */
  readonly offered: ReadonlySignal<boolean>
  load(): Promise<void>
  loadMore(): Promise<Failure | null>
  readonly hasMore: ReadonlySignal<boolean>
  find(id: string): ReceiptEntry | null
  get(id: string): Promise<Reply<Receipt>>
  photo(sha256: string): Promise<Blob | null>
  /** Photos do not count as lost if the server does not respond. */
  lostPhotos(hashes: readonly string[]): Promise<readonly string[]>
  thumbnail(sha256: string): Promise<Blob | null>
  /** The id is null for the draft of a new receipt. */
  loadDraft(id: string | null): Promise<ReceiptDraft | null>
  saveDraft(id: string | null, draft: ReceiptDraft): Promise<boolean>
  deleteDraft(id: string | null): Promise<void>
  newDraft(): ReceiptDraft
  read(photo: Photo): Promise<Answer<'readReceipt'> | null>
  lastStore(): Promise<number | null>
  /** Only searches the loaded list. */
  photoUsedIn(sha256: string, draftId: string): ReceiptEntry | null
  /** Finds another receipt with the same store and number. Only for a warning, because the server decides. */
  duplicateOf(draft: ReceiptDraft): ReceiptEntry | null
  /** `draftOf` is the id of the stored draft, which is deleted once the receipt is queued or received. */
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
  create(): Promise<void>
  use(type: RewardType, more: { staffPin?: string; storeCode?: string }): Promise<Reply<Answer<'useReward'>>>
  /** `address` is part of the same write, so that a confirmation never arrives without it. */
  confirm(attend: boolean, address?: PostalAddress): Promise<Sent>
  readonly tickets: Remote<Answer<'rewardTickets'>>
  olderTickets(cursor: string): Promise<Reply<Answer<'rewardTickets'>>>
  /** Data for the check-in code, which is valid offline for a day. */
  readonly qr: Remote<Answer<'getRewardQr'>>
  /** `now` is the server's time. Returns null if the data contains no key for this time. */
  codeAt(given: Answer<'getRewardQr'>, now: number): Promise<CheckInCode | null>
}

export type HomeModel = {
  /** Only the first call has an effect. */
  prefetch(): void
  open(): void
}

export type DrawModel = {
  get(id: string): Promise<Reply<Answer<'draw'>>>
  seals(): Promise<readonly SeenSeal[] | null>
  /** Whether the secret matches the commitment. Resolves to null if the secret has not been published yet. */
  check(draw: Answer<'draw'>): Promise<boolean | null>
}

export type Severity = 'info' | 'success' | 'warning' | 'error'
export type Toast = { readonly id: string; readonly severity: Severity; readonly text: string }
export type ToastsModel = {
  readonly list: ReadonlySignal<readonly Toast[]>
  show(severity: Severity, text: string): void
  close(id: string): void
  pause(id: string): void
  resume(id: string): void
}

export type Theme = 'system' | 'light' | 'dark'
export type SettingsModel = {
  readonly theme: ReadonlySignal<Theme>
  readonly dark: ReadonlySignal<boolean>
  readonly lang: ReadonlySignal<Lang>
  sendsReports(): boolean
  setReports(value: boolean): void
  setTheme(theme: Theme): void
  setLang(lang: Lang): void
}

/** The caller must validate the drafts that it reads. */
export type DraftsModel = {
  read(form: string): unknown
  write(form: string, value: unknown): void
}

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
  readonly reloadNewest: () => Promise<void>
  readonly line: Pick<
    import('#src/ports.ts').Line,
    'available' | 'closeWindow' | 'openWindow' | 'scan' | 'share' | 'send' | 'shortcut' | 'os'
  >
}
