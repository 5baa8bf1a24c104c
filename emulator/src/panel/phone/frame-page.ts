import type { PanelCommand } from '../../page-events.ts'
import { plainAddress } from '../../phones.ts'
import { usesPhoneOrigins } from '../state/origins.ts'

/** Returns the URL for a path in the frame. `fresh` first clears sessionStorage, as a new LIFF browser does. */
export function openUrl(origin: string, path: string, fresh: boolean): string {
  if (!usesPhoneOrigins()) return path
  return `${origin}/__emulator/open?to=${encodeURIComponent(path)}${fresh ? '&fresh' : ''}`
}

export function sendToPage(
  frame: HTMLIFrameElement | null,
  origin: string,
  command: PanelCommand,
  ports: MessagePort[] = [],
): void {
  frame?.contentWindow?.postMessage(command, origin, ports)
}

/** Returns undefined if the page is on another origin. */
export function readPage(frame: HTMLIFrameElement | null): { url: string; title: string } | undefined {
  try {
    const page = frame?.contentWindow
    return page ? { url: page.location.href, title: page.document.title } : undefined
  } catch {
    return undefined
  }
}

/** Returns the URL as the phone displays it: with LINE's real hosts and without access tokens. */
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
