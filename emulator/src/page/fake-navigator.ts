import type { PageConfig } from '../page-config.ts'
import { LAYER_NAME } from '../page-events.ts'
import type { Environment } from '../scenario/schema.ts'

const PLATFORMS = { android: 'Linux armv8l', ios: 'iPhone', ipad: 'iPad' } as const

function define(name: string, value: unknown): void {
  Object.defineProperty(Navigator.prototype, name, { configurable: true, enumerable: true, get: () => value })
}

/** The language list of a phone set to `language`: with its region, then without. */
function languageList(language: string): readonly string[] {
  const [short = language] = language.split('-')
  return Object.freeze(short === language ? [language] : [language, short])
}

/**
 * Makes the browser look like the environment: user agent, platform, languages. It must come before the SDK loads,
 * which decides at import whether it runs inside LINE.
 */
export function installNavigator(config: PageConfig): void {
  const { environment } = config
  define('language', environment.language)
  define('languages', languageList(environment.language))
  const userAgent = pageUserAgent(config)
  if (userAgent === null) return
  define('userAgent', userAgent)
  define('appVersion', userAgent.replace(/^Mozilla\//, ''))
  const { os } = environment
  if (os !== 'web') {
    define('platform', PLATFORMS[os])
    define('vendor', os === 'android' ? 'Google Inc.' : 'Apple Computer, Inc.')
    define('maxTouchPoints', 5)
  }
  // iOS has no client hints; elsewhere they would contradict the user agent above.
  Reflect.deleteProperty(Navigator.prototype, 'userAgentData')
}

/** A page that a LIFF app opened as its sub-window has its own user agent; its frame or its launch tells it apart. */
function pageUserAgent({ userAgent, subWindowUserAgent }: PageConfig): string | null {
  const inSubWindow = window.name === LAYER_NAME || /[#&]mst_verifier=/.test(location.hash)
  return inSubWindow && subWindowUserAgent !== null ? subWindowUserAgent : userAgent
}

/** iOS LINE tells its own language by a prompt with this text; everything else is the browser's prompt. */
export function installAppLanguage({ os, kind, language }: Environment): void {
  if (kind !== 'liff' || os === 'web' || os === 'android') return
  const prompt = window.prompt.bind(window)
  window.prompt = (message?: string, value?: string) =>
    message === 'LIFF:GET_APP_LANGUAGE' ? language : prompt(message, value)
}
