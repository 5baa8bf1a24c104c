import type { PageEvent, PanelCommand } from '../page-events.ts'
import { isPanelCommand, PAGE_EVENT_SOURCE } from '../page-events.ts'
import { PANEL_HOST, phoneOf } from '../phones.ts'
import { outerWindow } from './tab.ts'

type WithoutSource<Event> = Event extends PageEvent ? Omit<Event, 'source'> : never

/** A {@link PageEvent} without its `source`, which {@link report} adds. */
type PageReport = WithoutSource<PageEvent>

export type Report = (event: PageReport) => void

/**
 * Returns the origin of the panel that frames this page, or null without a panel. It differs from the page's origin if
 * each phone has its own origin.
 */
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

/** True if the page runs in a frame of the panel. */
export function inPanel(): boolean {
  return panelOrigin() !== null
}

/** Posts an event to the panel. Does nothing if the page has no panel. */
export const report: Report = event => {
  const to = panelOrigin()
  if (to === null) return
  const message = { source: PAGE_EVENT_SOURCE, ...event }
  try {
    outerWindow().parent.postMessage(message, to)
  } catch {
    // postMessage cannot clone functions and similar values; send the event as JSON instead.
    outerWindow().parent.postMessage(JSON.parse(JSON.stringify(message)), to)
  }
}

/**
 * Calls `run` for each command from the panel. `reply` sends the result through the command's message port.
 */
export function onPanelCommand(run: (command: PanelCommand, reply: (value: unknown) => void) => void): void {
  window.addEventListener('message', event => {
    if (event.source !== outerWindow().parent || !inPanel() || !isPanelCommand(event.data)) return
    // Keep the command from the app's own message listeners.
    event.stopImmediatePropagation()
    const [port] = event.ports
    run(event.data, value => port?.postMessage(value))
  })
}
