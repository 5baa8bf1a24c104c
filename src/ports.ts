/**
 * What the app touches outside itself, as types only. `platform/` implements them in `main.ts` and in the worker;
 * tests make their own. Time, randomness and ids come from here and from nowhere else.
 */

import type { Answer, AppCallName, BodyInput, Params, QueryInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** Why a call gave no answer of ours. `portal`: something answered, but not this campaign's server. */
export type Failure =
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'portal'; readonly status: number }
  | Refusal

/** The server's own refusal, or its trouble (5xx). */
type Refusal = {
  readonly kind: 'refused'
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly fields: readonly { readonly path: string; readonly code: string }[]
  readonly requestId: string
  /** Seconds. */
  readonly retryAfter: number | null
  readonly current: unknown
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T; readonly headers: Headers }
  | { readonly ok: false; readonly failure: Failure; readonly headers: Headers | null }

export type CallOptions<N extends AppCallName> = {
  readonly params?: Params<N>
  readonly query?: QueryInput<N>
  readonly body?: BodyInput<N>
  /** Raw bytes for an upload, with their content type. */
  readonly bytes?: { readonly data: Uint8Array<ArrayBuffer>; readonly type: string; readonly range?: string }
  readonly idempotencyKey?: string
  /** The customer on whose behalf the call is made; the server refuses it under another session. */
  readonly owner?: string
  readonly ifMatch?: string
  /** What is known from before: sent as `If-None-Match`; where it is still right, the reply's value is this one. */
  readonly cached?: { readonly etag: string; readonly value: Answer<N> }
  /** Milliseconds; a timeout aborts the request. */
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** The request outlives the page; small ones only. */
  readonly keepalive?: boolean
}

/** The product API. Never throws for an expected failure (S7: the error response is returned). */
export type Api = {
  call<N extends AppCallName>(name: N, options?: CallOptions<N>): Promise<Reply<Answer<N>>>
  /** The bytes of a photo, for its owner. */
  download(name: 'getImage', options: CallOptions<'getImage'>): Promise<Reply<Blob>>
}

/** The phone's key-value store (IndexedDB through a healing store, or memory when the phone cannot save). */
export type KeyValueStore = {
  get(key: string): Promise<unknown>
  /**
   * All entries are written or none is; the value `undefined` removes its key. Rejects with an error whose name is
   * `QuotaExceededError` when the phone is full.
   */
  set(entries: readonly (readonly [key: string, value: unknown])[]): Promise<void>
  /** Reads and writes in one step that no other tab can come between. A change to `undefined` writes nothing. */
  update(key: string, change: (old: unknown) => unknown): Promise<void>
  delete(keys: readonly string[]): Promise<void>
  /** Entries whose key begins with the prefix, by key. */
  entries(prefix: string): Promise<[key: string, value: unknown][]>
  /** Keys that begin with the prefix. */
  keys(prefix: string): Promise<string[]>
  /** False once the phone has refused to save: what is kept lives only as long as the page. */
  durable(): boolean
}

/** Small text kept for this tab through reloads, and for this phone; null where storage is refused. */
export type LocalStorage = {
  readonly tab: StringStore
  readonly phone: StringStore
  /** False where a reload forgets what the tab kept. */
  survivesReload(): boolean
}
type StringStore = {
  get(key: string): string | null
  set(key: string, value: string | null): void
  /** Forgets every key that begins so. */
  deletePrefix(prefix: string): void
}

export type Clock = {
  /** Milliseconds since 1970, as this phone believes. */
  now(): number
  /** Calls once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void
}

export type Ids = {
  /** A UUIDv7: sortable by the time it was made. */
  uuid(): string
  /** Lower-case hexadecimal. */
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string>
  /** A number from 0 up to, but not including, 1. */
  random(): number
}

/** The bearer token's cookie: path /, secure, SameSite strict (S9). */
export type TokenCookie = {
  get(): string | null
  set(token: string): void
  remove(): void
  /** Calls when the token changes, also in another tab. */
  onChange(run: (token: string | null) => void): () => void
}

export type Navigation = {
  /** The app's own path without query and hash, such as `/receipt`. */
  path(): string
  /** The query of the address, without `?`. */
  search(): string
  /** A route of the app. `replace` leaves no entry in the history. */
  go(path: string, options?: { readonly replace?: boolean }): void
  /** Leaves for another address. */
  leave(url: string): void
  reload(): void
  /** Takes out of the address what LINE's SDK has read or failed on: login parameters and launch credentials. */
  removeSdkParameters(): void
  /** Calls on each change of path; not on the first one. */
  onChange(run: (path: string) => void): () => void
  /** `https://…`, no slash at the end. */
  origin(): string
}

export type PageVisibility = {
  visible(): boolean
  onVisible(run: () => void): () => void
  onHide(run: () => void): () => void
}

/** Whether the server can be reached, judged from real traffic. */
export type Connectivity = {
  state(): 'unknown' | 'reachable' | 'unreachable'
  onChange(run: () => void): () => void
  /** The phone believes that it has a network again: a hint to try, nothing more. */
  onOnline(run: () => void): () => void
}

/** What LINE says of the customer. */
export type LineProfile = {
  readonly userId: string
  readonly displayName: string
  readonly pictureUrl: string | null
}

export type LineMessage = { readonly type: 'text'; readonly text: string } | { readonly type: string }

/** Outcome of a call to LINE. `offline`: LINE could not be reached (an error without a code). */
export type LineReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: 'offline' }
  | { readonly ok: false; readonly kind: 'refused'; readonly code: string; readonly message: string }

/** Features of LINE that are not there in every environment (S6). */
export type LineFeature = 'share' | 'scan' | 'send' | 'shortcut' | 'subWindow' | 'close'

/** The LIFF SDK as the app needs it. Everything but `prepare`, `init`, `inClientHint` and `launchClaims` requires a finished `init`. */
export type Line = {
  /** Begins to fetch the SDK, so that `init` need not wait for it. */
  preload(): void
  init(): Promise<LineReply<void>>
  /** Init has not come to an end for long. The SDK begins it once in a page's life: only a reload begins anew. */
  initIsStuck(): boolean
  /** Whether this looks like LINE before the SDK is there (user agent, launch hash). */
  inClientHint(): boolean
  /** Who opens the app by LINE's launch address, before the SDK is there and has verified it; null: not said. */
  unverifiedClaims(): {
    readonly sub: string
    readonly name: string | null
    readonly picture: string | null
    readonly exp: number
  } | null
  inClient(): boolean
  loggedIn(): boolean
  /** Leaves for LINE Login; comes back to `redirectUri`. */
  login(redirectUri: string): void
  logout(): void
  idToken(): string | null
  accessToken(): string | null
  /** Claims of the ID token; `exp` in seconds since 1970. */
  claims(): {
    readonly sub: string
    readonly name: string | null
    readonly picture: string | null
    readonly exp: number
  } | null
  profile(): Promise<LineReply<LineProfile>>
  friendship(): Promise<LineReply<boolean>>
  os(): 'ios' | 'android' | 'web'
  /** BCP 47, such as `th-TH`. */
  language(): string
  available(feature: LineFeature): boolean
  closeWindow(): void
  openWindow(url: string, external: boolean): void
  scan(): Promise<LineReply<string | null>>
  share(messages: readonly LineMessage[]): Promise<LineReply<boolean>>
  send(messages: readonly LineMessage[]): Promise<LineReply<void>>
  shortcut(url: string): Promise<LineReply<void>>
}

/** Where this campaign lives in LINE; from the page's own meta elements, so that one build serves any of them. */
export type CampaignConfig = {
  readonly liffId: string
  /** The official account with its `@`. */
  readonly oaId: string
}

/** A photo made ready for sending: upright, without metadata, at most 1600 px long, longer only if it is very narrow. */
export type Photo = {
  readonly bytes: ArrayBuffer
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly width: number
  readonly height: number
  readonly sha256: string
}
export type PhotoReply =
  | { readonly ok: true; readonly photo: Photo }
  | { readonly ok: false; readonly reason: 'unreadable' | 'too-small' | 'too-large' }

export type Photos = {
  /** Reads, turns by `quarterTurns` to the right, shrinks. */
  prepare(file: Blob, quarterTurns: number): Promise<PhotoReply>
}

/** Other tabs of this app. */
export type Tabs = {
  post(message: TabMessage): void
  listen(run: (message: TabMessage) => void): () => void
}
export type TabMessage =
  | { readonly type: 'signed-out'; readonly customerId: string }
  | { readonly type: 'outbox-changed' }
  /** The copy under this key of the phone's store is another one now. */
  | { readonly type: 'cache-changed'; readonly key: string }

/** Holds a name in one tab at a time. */
export type Leadership = {
  /** Calls `run` when this tab becomes the leader; its signal aborts when it no longer is. */
  lead(name: string, run: (signal: AbortSignal) => Promise<void>): () => void
}

export type Ports = {
  readonly api: Api
  readonly kv: KeyValueStore
  readonly local: LocalStorage
  readonly clock: Clock
  readonly ids: Ids
  readonly cookie: TokenCookie
  readonly navigation: Navigation
  readonly visibility: PageVisibility
  readonly connectivity: Connectivity
  readonly line: Line
  readonly photos: Photos
  readonly tabs: Tabs
  readonly leadership: Leadership
  readonly config: CampaignConfig
  /** Calls once when the first screen has been drawn; at once where it has been, or where nobody is looking. */
  readonly afterPaint: (run: () => void) => void
}
