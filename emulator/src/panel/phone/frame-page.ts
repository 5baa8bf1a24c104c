import type { PanelCommand } from '../../page-events.ts'
import { plainAddress } from '../../phones.ts'
import { usesPhoneOrigins } from '../state/origins.ts'

/**
 * Returns the URL at which the frame opens a path. With `fresh`, that URL first clears sessionStorage, as a
 * new LIFF browser does.
 */
export function openUrl(origin: string, path: string, fresh: boolean): string {
  if (!usesPhoneOrigins()) return path
  return `${origin}/__emulator/open?to=${encodeURIComponent(path)}${fresh ? '&fresh' : ''}`
}

/** Posts a command to the page in a frame. */
export function sendToPage(
  frame: HTMLIFrameElement | null,
  origin: string,
  command: PanelCommand,
  ports: MessagePort[] = [],
): void {
  frame?.contentWindow?.postMessage(command, origin, ports)
}

/** Returns the URL and title of the page in a frame, or undefined if the page has another origin. */
export function readPage(frame: HTMLIFrameElement | null): { url: string; title: string } | undefined {
  try {
    const page = frame?.contentWindow
    return page ? { url: page.location.href, title: page.document.title } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the URL as the phone displays it: LINE's pages have their real hosts, and access tokens are
 * removed.
 */
export function displayUrl(url: string): string {
  try {
    const { pathname, search, hash, origin } = new URL(plainAddress(url))
    const line = pathname.match(/^\/__line\/([^/]+)(\/.*)?$/)
    const shown = hash.includes('access_token=') ? '' : hash
    return line ? `https://${line[1]}${line[2] ?? '/'}${search}${shown}` : origin + pathname + search + shown
  } catch {
    return url
  }
}
