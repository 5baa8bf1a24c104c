import { type Fields, fieldsOf } from '../../fields.ts'
import { toLocalUrl } from '../../line-paths.ts'
import { EMULATOR_PREFIX } from '../../page-config.ts'
import { LIFF_ID } from '../../scenario/liff-id-schema.ts'
import { originFor } from '../state/origins.ts'

/** A LIFF app, which opens on the phone, or a page, which opens in a new tab. */
export type LinkTarget =
  | { readonly kind: 'app'; readonly liffId: string; readonly path: string }
  | { readonly kind: 'page'; readonly url: string }

const APP_LINKS = [
  new RegExp(`^https://(?:liff|miniapp)\\.line\\.me/(${LIFF_ID})(?=[/?#]|$)(.*)$`, 's'),
  new RegExp(`^https://line\\.me/R/app/(${LIFF_ID})(?=[/?#]|$)(.*)$`, 's'),
  new RegExp(`^line://app/(${LIFF_ID})(?=[/?#]|$)(.*)$`, 's'),
]

/** Schemes that LINE allows in messages, plus `mailto:`. */
const SCHEMES = ['http:', 'https:', 'tel:', 'mailto:', 'line:']

/**
 * Returns null if LINE does not allow the scheme. Links to LINE are mapped to the emulated LINE in this user's phone
 * browser.
 */
export function linkTarget(uri: string, userId: string): LinkTarget | null {
  if (!URL.canParse(uri)) return null
  const { href, protocol } = new URL(uri)
  if (!SCHEMES.includes(protocol)) return null
  for (const link of APP_LINKS) {
    const [, liffId, path = ''] = link.exec(href) ?? []
    if (liffId !== undefined) return { kind: 'app', liffId, path }
  }
  const onLine = protocol === 'line:' ? `https://line.me/R/${href.replace(/^line:\/*/, '')}` : href
  const local = toLocalUrl(onLine)
  if (local === onLine) return { kind: 'page', url: onLine }
  return { kind: 'page', url: originFor('external', userId) + local }
}

/** URL prefix of the files that users send, which the emulator stores. */
const OWN_FILES = `${EMULATOR_PREFIX}api/content?id=`

export function withOwnFile(id: string, message: Fields): Fields {
  const isStored = fieldsOf(message.contentProvider).type === 'line'
  return isStored ? { ...message, originalContentUrl: OWN_FILES + encodeURIComponent(id) } : message
}

/** True for the URL of a user's file. The emulator rejects these URLs in the account's messages. */
export const isOwnFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith(OWN_FILES)

/** Returns the URL of a message's media, or null if it is not HTTPS. */
export function fileUrl(value: unknown): string | null {
  if (isOwnFile(value)) return String(value)
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { href, protocol } = new URL(value)
  return protocol === 'https:' ? toLocalUrl(href) : null
}
