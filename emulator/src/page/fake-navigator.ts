import type { PageConfig } from '../page-config.ts'
import { LAYER_NAME } from '../page-events.ts'
import type { Environment } from '../scenario/schema.ts'
import { defineValue } from './wrap.ts'

const PLATFORMS = { android: 'Linux armv8l', ios: 'iPhone', ipad: 'iPad' } as const

const define = (name: string, value: unknown) => defineValue(Navigator.prototype, name, value)

/** The full tag (`th-TH`) comes first, then the bare language (`th`). */
function languageList(language: string): readonly string[] {
  const [short = language] = language.split('-')
  return Object.freeze(short === language ? [language] : [language, short])
}

/** Overrides `navigator` before the SDK loads and detects whether it runs inside LINE. */
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
  // iOS has no client hints. Elsewhere, they would contradict the emulated user agent.
  Reflect.deleteProperty(Navigator.prototype, 'userAgentData')
}

/** Sub-windows, recognised by frame name or URL hash, have a different user agent. */
function pageUserAgent({ userAgent, subWindowUserAgent }: PageConfig): string | null {
  const inSubWindow = window.name === LAYER_NAME || /[#&]mst_verifier=/.test(location.hash)
  return inSubWindow && subWindowUserAgent !== null ? subWindowUserAgent : userAgent
}

/** On iOS, `prompt` returns LINE's language when called with a special string. */
export function installAppLanguage({ os, kind, language }: Environment): void {
  if (kind !== 'liff' || os === 'web' || os === 'android') return
  const prompt = window.prompt.bind(window)
  window.prompt = (message?: string, value?: string) =>
    message === 'LIFF:GET_APP_LANGUAGE' ? language : prompt(message, value)
}
