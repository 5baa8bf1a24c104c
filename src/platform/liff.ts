import { isRecent } from '#contract/recent.ts'
import type { Line, LineClaims, LineFeature, LineMessage, LineReply } from '#src/ports.ts'
import {
  cleanHash,
  finishedHere,
  holdsCredentials,
  withCredentials,
  withoutRead,
} from '#src/startup/launch.ts'
import { LINE_TIMEOUT_MS } from '#src/startup/limits.ts'
import { failureOf } from './line-failure.ts'

/** The part of the LIFF SDK that every visit uses, implemented by the SDK and by headless LIFF. */
export type Sdk = {
  init(config: { liffId: string }): Promise<void>
  isInClient(): boolean
  isLoggedIn(): boolean
  login(config: { redirectUri: string }): void
  logout(): void
  getIDToken(): string | null
  getAccessToken(): string | null
  getDecodedIDToken(): {
    readonly sub?: string
    readonly name?: string
    readonly picture?: string
    readonly exp?: number
  } | null
  getProfile(): Promise<{ userId: string; displayName: string; pictureUrl?: string }>
  getFriendship(): Promise<{ friendFlag: boolean }>
  getOS(): 'ios' | 'android' | 'web' | undefined
  getAppLanguage(): string
  isApiAvailable(name: string): boolean
  getContext(): { readonly type: string; readonly scope?: readonly string[] | undefined } | null
  closeWindow(): void
  openWindow(config: { url: string; external: boolean }): void
}

/** The part of the SDK that only some screens need, loaded on first use. */
export type SdkFeatures = {
  scanCodeV2(): Promise<{ value: string | null }>
  shareTargetPicker(messages: never, options?: { isMultiple?: boolean }): Promise<unknown>
  sendMessages(messages: never): Promise<unknown>
  createShortcutOnHomeScreen(config: { url: string }): Promise<void>
}

/** What the browser page must provide when LINE launches the app. */
export type LaunchPage = {
  readonly userAgent: string
  readonly language: string
  hash(): string
  setHash(hash: string): void
  open(url: string): void
  /** Makes the SDK finish a login in this page; see {@link finishedHere}. */
  finishLoginHere(): void
  /** Removes LINE's parameters from the query; see {@link withoutRead}. */
  removeParameters(isRead: boolean): void
  /** Calls `run` once the SDK has read the URL. Must be called right after the SDK's `init`. */
  onceRead(run: () => void): void
}

const thisPage: LaunchPage = {
  get userAgent() {
    return navigator.userAgent
  },
  get language() {
    return navigator.language
  },
  hash: () => location.hash,
  setHash: hash => history.replaceState(history.state, '', location.pathname + location.search + hash),
  open: url => void window.open(url, '_blank', 'noopener'),
  finishLoginHere() {
    const search = finishedHere(location.search)
    if (search !== location.search)
      history.replaceState(history.state, '', location.pathname + search + location.hash)
  },
  removeParameters(isRead) {
    const search = withoutRead(location.search, isRead)
    if (search !== location.search)
      history.replaceState(history.state, '', location.pathname + search + location.hash)
  },
  /**
   * Init reads the query and the hash synchronously before its first request. In LINE 9.5.0 and newer, it first waits
   * for the bridge to the LINE app, without a time limit.
   */
  onceRead(run) {
    const bridge = () => (window as { _liff?: { features?: unknown } })._liff?.features
    const isWaiting = /Line\/\d/.test(navigator.userAgent) && !bridge()
    if (!isWaiting) return void setTimeout(run)
    const hear = (event: Event) => {
      if ((event as CustomEvent<{ type?: string } | null>).detail?.type !== 'ready') return
      removeEventListener('liffEvent', hear)
      setTimeout(run)
    }
    addEventListener('liffEvent', hear)
  },
}

type Loaders = { readonly sdk: () => Promise<Sdk>; readonly features: () => Promise<SdkFeatures> }

const apiNames: Record<Exclude<LineFeature, 'send' | 'close'>, string> = {
  share: 'shareTargetPicker',
  scan: 'scanCodeV2',
  shortcut: 'createShortcutOnHomeScreen',
  subWindow: 'subwindowOpen',
}

/** A failure without an error code, such as a script that failed to load, is reported as `offline`. */
export function createLine(
  liffId: string,
  load: Loaders,
  page: LaunchPage = thisPage,
  now: () => number = () => performance.now(),
): Line {
  let sdk: Sdk | null = null
  let initStartedAt: number | null = null
  /** True from the start of an init until it has read the URL. */
  let isReading = false
  let ready: Promise<LineReply<void>> | null = null
  // Remove LINE's credentials from the URL once the SDK has read them: a page with a hanging init or an error screen
  // may stay open for a long time.
  const launchHash = page.hash()
  const launchToken = launchTokenOf(launchHash)

  async function start(): Promise<LineReply<void>> {
    return attempt(async () => {
      sdk = await load.sdk()
      showCredentials()
      page.finishLoginHere()
      isReading = true
      page.onceRead(() => {
        isReading = false
        hideCredentials()
        page.removeParameters(true)
      })
      await sdk.init({ liffId })
    })
  }

  function hideCredentials() {
    if (isReading) return
    if (holdsCredentials(page.hash())) page.setHash(cleanHash(page.hash()))
    page.removeParameters(false)
  }

  function showCredentials() {
    if (!holdsCredentials(page.hash())) page.setHash(withCredentials(page.hash(), launchHash))
  }

  const loadedSdk = (): Sdk => {
    if (sdk === null) throw new Error('The LIFF SDK was called before init')
    return sdk
  }

  return {
    preload: () => void load.sdk().catch(() => {}),
    init() {
      if (ready === null) initStartedAt = now()
      ready ??= start().then(reply => {
        initStartedAt = null
        isReading = false
        if (!reply.ok) ready = null
        hideCredentials()
        return reply
      })
      return ready
    },
    initIsStuck: () => initStartedAt !== null && !isRecent(initStartedAt, now(), LINE_TIMEOUT_MS / 2),
    hideCredentials,
    showCredentials,
    inClientHint: () => looksLikeLine(page.userAgent, launchHash),
    unverifiedClaims: () => (looksLikeLine(page.userAgent, launchHash) ? claimsOf(launchToken) : null),
    inClient: () => sdk?.isInClient() ?? looksLikeLine(page.userAgent, launchHash),
    loggedIn: () => sdk?.isLoggedIn() ?? false,
    login: redirectUri => loadedSdk().login({ redirectUri }),
    logout: () => sdk?.logout(),
    idToken: () => sdk?.getIDToken() ?? launchToken,
    accessToken: () => sdk?.getAccessToken() ?? null,
    claims() {
      const claims = sdk?.getDecodedIDToken()
      if (claims?.sub === undefined || claims.exp === undefined) return null
      return { sub: claims.sub, name: claims.name ?? null, picture: claims.picture ?? null, exp: claims.exp }
    },
    profile: () =>
      attempt(async () => {
        const { userId, displayName, pictureUrl } = await loadedSdk().getProfile()
        return { userId, displayName, pictureUrl: pictureUrl ?? null }
      }),
    friendship: () => attempt(async () => (await loadedSdk().getFriendship()).friendFlag),
    os: () => sdk?.getOS() ?? osOf(page.userAgent),
    language: () => sdk?.getAppLanguage() ?? page.language,
    available: feature => sdk !== null && isAvailable(sdk, feature),
    closeWindow: () => loadedSdk().closeWindow(),
    openWindow: (url, external) => {
      if (sdk === null) page.open(url)
      else sdk.openWindow({ url, external })
    },
    scan: () => attempt(async () => (await (await load.features()).scanCodeV2()).value),
    share: messages =>
      attempt(async () => {
        const features = await load.features()
        // Undefined if the customer closes the picker.
        return (await features.shareTargetPicker(asSdk(messages), { isMultiple: true })) != null
      }),
    send: messages => attempt(async () => void (await (await load.features()).sendMessages(asSdk(messages)))),
    shortcut: url => attempt(async () => (await load.features()).createShortcutOnHomeScreen({ url })),
  }
}

/** Wraps an SDK that is already loaded, such as headless LIFF. */
export const lineFromSdk = (liffId: string, liff: Sdk & SdkFeatures, page: LaunchPage = thisPage): Line =>
  createLine(liffId, { sdk: async () => liff, features: async () => liff }, page)

async function attempt<T>(call: () => Promise<T>): Promise<LineReply<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    return failureOf(error)
  }
}

function isAvailable(sdk: Sdk, feature: LineFeature): boolean {
  try {
    switch (feature) {
      case 'send':
        return canSend(sdk)
      case 'close':
        return sdk.isInClient()
      default:
        return sdk.isApiAvailable(apiNames[feature])
    }
  } catch {
    return false
  }
}

const chats: ReadonlySet<string> = new Set(['utou', 'group', 'room'])

/** Messages go to the chat from which the app was opened, which must allow them. */
function canSend(sdk: Sdk): boolean {
  const context = sdk.getContext()
  if (context === null || !sdk.isInClient()) return false
  return chats.has(context.type) && context.scope?.includes('chat_message.write') === true
}

function launchTokenOf(hash: string): string | null {
  const launch = new URLSearchParams(hash.slice(1))
  return launch.has('access_token') ? launch.get('id_token') : null
}

function claimsOf(token: string | null): LineClaims | null {
  try {
    const bytes = atob((token ?? '').split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '')
    const text = new TextDecoder().decode(Uint8Array.from(bytes, char => char.charCodeAt(0)))
    const { sub, name, picture, exp } = JSON.parse(text) as Record<string, unknown>
    if (typeof sub !== 'string' || typeof exp !== 'number') return null
    return {
      sub,
      name: typeof name === 'string' ? name : null,
      picture: typeof picture === 'string' ? picture : null,
      exp,
    }
  } catch {
    return null
  }
}

/** Applies LIFF's rule: LIFF's user agent, or LINE's user agent and an access token in the hash. */
export function looksLikeLine(userAgent: string, hash: string): boolean {
  if (/Line\/\d+(\.\d+)* LIFF/.test(userAgent)) return true
  return /Line\/\d+\.\d+\.\d+/.test(userAgent) && /[#|&]access_token=/.test(hash)
}

function osOf(userAgent: string): 'ios' | 'android' | 'web' {
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios'
  return /android/i.test(userAgent) ? 'android' : 'web'
}

const asSdk = (messages: readonly LineMessage[]) => [...messages] as unknown as never
