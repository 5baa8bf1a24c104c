/** The app uses its environment only through these interfaces. All time, randomness and ids come from here. */

import type { Api, CachedReads } from './api.ts'
import type { KeyValueStore, PageDisk } from './disk.ts'

export type {
  Api,
  CachedRead,
  CachedReads,
  CachedResponse,
  CallOptions,
  CheckAnswer,
  Failure,
  PrivateCallName,
  Reply,
} from './api.ts'
export { isRefused, refusal, signedOutFailure } from './api.ts'
export type { Disk, KeyValueStore, PageDisk } from './disk.ts'

/** Session storage (`tab`) and local storage (`phone`). Reads return null if the browser blocks storage. */
export type LocalStorage = {
  readonly tab: StringStore
  readonly phone: StringStore
  /** False if the strings in `tab` are lost on a reload. */
  survivesReload(): boolean
}
type StringStore = {
  get(key: string): string | null
  set(key: string, value: string | null): void
  deletePrefix(prefix: string): void
}

export type Clock = {
  /** Milliseconds since 1970 by the phone's clock, which may be wrong. */
  now(): number
  after(ms: number, run: () => void): () => void
}

export type Ids = {
  /** Returns a new UUIDv7, which sorts by creation time. */
  uuid(): string
  /** Returns lower-case hexadecimal. */
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string>
  hmacSha256(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array>
  random(): number
}

/** The cookie that contains the bearer token: path /, secure, SameSite strict (spec S9). */
export type TokenCookie = {
  get(): string | null
  set(token: string): void
  /** True if the cookie contains this page's token. False if the browser blocks cookies. */
  isOwn(): boolean
  remove(): void
  /** Includes changes by other tabs. */
  onChange(run: (token: string | null) => void): () => void
}

export type Navigation = {
  path(): string
  /** Without `?`. */
  search(): string
  /** With `#`; empty if the URL has no hash. */
  hash(): string
  go(path: string, options?: { readonly replace?: boolean }): void
  leave(url: string): void
  reload(): void
  /** Reloads the page with the newest installed build, even if it is still waiting to take over. */
  reloadNewest(): Promise<void>
  /** Removes LINE's login parameters and launch credentials once the SDK has read them or failed to. */
  removeSdkParameters(): void
  /** Calls `run` on each change of the path, but not for the initial one. */
  onChange(run: (path: string) => void): () => void
  /** `https://…` without a trailing slash. */
  origin(): string
}

export type PageVisibility = {
  visible(): boolean
  onVisible(run: () => void): () => void
  onHide(run: () => void): () => void
}

/** Judged by real requests. `unreachable`: nothing responds, or only a Wi-Fi sign-in page. */
export type Connectivity = {
  state(): 'unknown' | 'reachable' | 'unreachable'
  /** True if something else responds instead of the server, such as a Wi-Fi sign-in page. */
  strangerAnswers(): boolean
  onChange(run: () => void): () => void
  /** This only hints that a retry may succeed. */
  onOnline(run: () => void): () => void
}

export type LineProfile = {
  readonly userId: string
  readonly displayName: string
  readonly pictureUrl: string | null
}

/** The claims of LINE's ID token. `exp` is in seconds since 1970. */
export type LineClaims = {
  readonly sub: string
  readonly name: string | null
  readonly picture: string | null
  readonly exp: number
}

export type LineMessage = { readonly type: 'text'; readonly text: string } | { readonly type: string }

/**
 * `offline`: LINE could not be reached (the SDK threw an error without a code). `unavailable`: LINE responded that it
 * is unavailable. Only `refused` is a definite answer.
 */
export type LineReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: 'offline' }
  | {
      readonly ok: false
      readonly kind: 'unavailable' | 'refused'
      readonly code: string
      readonly message: string
    }

/** Features of LINE that only some environments offer (spec S6). */
export type LineFeature = 'share' | 'scan' | 'send' | 'shortcut' | 'subWindow' | 'close'

/**
 * Before `init` has succeeded, only `preload`, `init`, `hideCredentials`, `showCredentials`, `inClientHint`,
 * `initIsStuck` and `unverifiedClaims` may be called.
 */
export type Line = {
  preload(): void
  init(): Promise<LineReply<void>>
  /** Removes LINE's launch credentials from the URL, unless `init` is reading them. The next `init` restores them. */
  hideCredentials(): void
  /** Puts the credentials back into the URL. Called before reloading a page whose `init` is stuck. */
  showCredentials(): void
  /** True if `init` takes unusually long. It can run only once per page, so only a reload can help. */
  initIsStuck(): boolean
  /** Judged by the user agent and the launch hash. Works before the SDK has loaded. */
  inClientHint(): boolean
  /** The unverified claims of the ID token in LINE's launch URL; null if it has none. */
  unverifiedClaims(): LineClaims | null
  inClient(): boolean
  loggedIn(): boolean
  /** Navigates to LINE Login, which returns to `redirectUri`. */
  login(redirectUri: string): void
  logout(): void
  idToken(): string | null
  accessToken(): string | null
  claims(): LineClaims | null
  profile(): Promise<LineReply<LineProfile>>
  friendship(): Promise<LineReply<boolean>>
  os(): 'ios' | 'android' | 'web'
  /** A BCP 47 tag such as `th-TH`. */
  language(): string
  available(feature: LineFeature): boolean
  closeWindow(): void
  openWindow(url: string, external: boolean): void
  scan(): Promise<LineReply<string | null>>
  share(messages: readonly LineMessage[]): Promise<LineReply<boolean>>
  send(messages: readonly LineMessage[]): Promise<LineReply<void>>
  shortcut(url: string): Promise<LineReply<void>>
}

export type CampaignConfig = {
  readonly liffId: string
  /** Id of the official account, including the `@`. */
  readonly oaId: string
}

/** Ready for upload: upright, without metadata, and at most 1600 px long (unless very narrow). */
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

export type PhotoProblem = 'dark' | 'blurred'

export type Photos = {
  /** Decodes the photo, rotates it clockwise by `quarterTurns` and scales it down. */
  prepare(file: Blob, quarterTurns: number): Promise<PhotoReply>
  /** Returns null if the photo has no problem or the phone cannot check it. */
  problem(photo: Blob): Promise<PhotoProblem | null>
  /** A small JPEG of the photo's top, where receipts show the store. Null if the phone cannot create it. */
  thumbnail(photo: Blob): Promise<Blob | null>
}

export type Tabs = {
  post(message: TabMessage): void
  listen(run: (message: TabMessage) => void): () => void
}
export type TabMessage =
  | { readonly type: 'signed-out'; readonly customerId: string }
  /** Sent after the cookie has changed. `registered` is false for a provisional session. */
  | {
      readonly type: 'signed-in'
      readonly customerId: string
      readonly lineUserId: string
      readonly registered: boolean
    }
  | { readonly type: 'outbox-changed' }
  /** Sent when all queued data of this customer must be deleted. */
  | { readonly type: 'outbox-purged'; readonly owner: string }
  /** Sent regularly while a tab sends a job. `progress` is from 0 to 1, or null. */
  | { readonly type: 'outbox-sending'; readonly id: string; readonly progress: number | null }
  /** Sent when a response has been stored under this key. */
  | {
      readonly type: 'cache-changed'
      readonly key: string
      readonly at: number
      /** Null if the response has no ETag. Missing in messages from older builds. */
      readonly etag?: string | null
    }

export type Ports = {
  readonly api: Api
  readonly reads: CachedReads
  readonly kv: KeyValueStore
  /** The phone's database, for data that must not seem stored if it is not. */
  readonly disk: PageDisk
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
  /** Resolves to false if the browser refuses. */
  readonly copyText: (text: string) => Promise<boolean>
  readonly config: CampaignConfig
  /** Runs at once if the first screen has already been painted or the page is hidden. */
  readonly afterPaint: (run: () => void) => void
}
