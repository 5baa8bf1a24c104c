import type { PageEvent, PanelCommand } from '../page-events.ts'
import { isPanelCommand, PAGE_EVENT_SOURCE } from '../page-events.ts'
import { PANEL_HOST, phoneOf } from '../phones.ts'
import { outerWindow } from './tab.ts'

type WithoutSource<Event> = Event extends PageEvent ? Omit<Event, 'source'> : never

type PageReport = WithoutSource<PageEvent>

export type Report = (event: PageReport) => void

/** Returns the origin of the panel around this page, or null. If phones have their own origins, the panel's differs. */
function panelOrigin(): string | null {
  const outer = outerWindow()
  if (outer.parent === outer) return null
  try {
    return outer.parent.location.origin === location.origin ? location.origin : null
  } catch {
    if (phoneOf(location.hostname) === null) return null
    return `${location.protocol}//${PANEL_HOST}${location.port === '' ? '' : `:${location.port}`}`
  }
}

export function inPanel(): boolean {
  return panelOrigin() !== null
}

export const report: Report = event => {
  const to = panelOrigin()
  if (to === null) return
  const message = { source: PAGE_EVENT_SOURCE, ...event }
  try {
    outerWindow().parent.postMessage(message, to)
  } catch {
    // postMessage cannot clone functions and similar values, so send JSON.
    outerWindow().parent.postMessage(JSON.parse(JSON.stringify(message)), to)
  }
}

/** `reply` sends the result back through the command's message port. */
export function onPanelCommand(run: (command: PanelCommand, reply: (value: unknown) => void) => void): void {
  window.addEventListener('message', event => {
    if (event.source !== outerWindow().parent || !inPanel() || !isPanelCommand(event.data)) return
    // Hide the command from the app's own message listeners.
    event.stopImmediatePropagation()
    const [port] = event.ports
    run(event.data, value => port?.postMessage(value))
  })
}
