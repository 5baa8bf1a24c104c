import { toLocalUrl } from '../../line-paths.ts'
import { EMULATOR_PREFIX } from '../../page-config.ts'
import { originFor } from '../state/origins.ts'
import { type Fields, fieldsOf } from './fields.ts'

/** Where a link of a message leads: to a LIFF app on the phone, or to a page in a new tab. */
export type LinkTarget =
  | { readonly kind: 'app'; readonly liffId: string; readonly path: string }
  | { readonly kind: 'page'; readonly url: string }

const LIFF_ID = String.raw`(\d{10}-[0-9A-Za-z]{8,16})`
/** Links that open a LIFF app: its LIFF URL, that of a MINI App, and LINE's URL schemes. */
const APP_LINKS = [
  new RegExp(`^https://(?:liff|miniapp)\\.line\\.me/${LIFF_ID}(?=[/?#]|$)(.*)$`, 's'),
  new RegExp(`^https://line\\.me/R/app/${LIFF_ID}(?=[/?#]|$)(.*)$`, 's'),
  new RegExp(`^line://app/${LIFF_ID}(?=[/?#]|$)(.*)$`, 's'),
]

/** Schemes of the links that LINE allows in messages, and of addresses of mail. */
const SCHEMES = ['http:', 'https:', 'tel:', 'mailto:', 'line:']

/**
 * Returns where a link of a message leads, or null if its scheme is not one of http, https, tel, mailto and line.
 * Links to LINE lead to the emulated LINE, as the browser of this user's phone opens it.
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

/** URLs of files that the user sent in the chat, which the emulator stores. */
const OWN_FILES = `${EMULATOR_PREFIX}api/content?id=`

/** Returns a message with the URL of its file, if the user sent it in the chat. */
export function withOwnFile(id: string, message: Fields): Fields {
  const isStored = fieldsOf(message.contentProvider).type === 'line'
  return isStored ? { ...message, originalContentUrl: OWN_FILES + encodeURIComponent(id) } : message
}

/** True for the URL of a file that the user sent. The emulator refuses such a URL in messages of the account. */
export const isOwnFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith(OWN_FILES)

/** Returns the URL from which a picture, video or audio file of a message loads, or null if it is not an HTTPS URL. */
export function fileUrl(value: unknown): string | null {
  if (isOwnFile(value)) return String(value)
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { href, protocol } = new URL(value)
  return protocol === 'https:' ? toLocalUrl(href) : null
}
