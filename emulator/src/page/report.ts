import type { PageEvent, PanelCommand } from '../page-events.ts'
import { isPanelCommand, PAGE_EVENT_SOURCE } from '../page-events.ts'
import { PANEL_HOST, phoneOf } from '../phones.ts'

type WithoutSource<Event> = Event extends PageEvent ? Omit<Event, 'source'> : never

/** An event as the shim's parts write it; its sender is added here. */
type PageReport = WithoutSource<PageEvent>

export type Report = (event: PageReport) => void

/**
 * The origin of the panel around this page; null without one. On a phone's own origin it is another of the same site.
 */
function panelOrigin(): string | null {
  if (window.parent === window) return null
  try {
    return window.parent.location.origin === location.origin ? location.origin : null
  } catch {
    if (phoneOf(location.hostname) === null) return null
    return `${location.protocol}//${PANEL_HOST}${location.port === '' ? '' : `:${location.port}`}`
  }
}

/** True when the app runs in a frame of the control panel's phone. */
export function inPanel(): boolean {
  return panelOrigin() !== null
}

/** Tells the panel around the page what the page did. A page without a panel is fine. */
export const report: Report = event => {
  const to = panelOrigin()
  if (to === null) return
  const message = { source: PAGE_EVENT_SOURCE, ...event }
  try {
    window.parent.postMessage(message, to)
  } catch {
    // What cannot be cloned is told as its JSON.
    window.parent.postMessage(JSON.parse(JSON.stringify(message)), to)
  }
}

/** Does what the panel asks of this page. */
export function onPanelCommand(run: (command: PanelCommand, reply: (value: unknown) => void) => void): void {
  window.addEventListener('message', event => {
    if (event.source !== window.parent || !inPanel() || !isPanelCommand(event.data)) return
    // Also the app's own listeners hear messages; this one is not for them.
    event.stopImmediatePropagation()
    const [port] = event.ports
    run(event.data, value => port?.postMessage(value))
  })
}
