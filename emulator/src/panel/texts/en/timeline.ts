import type { QueueJob } from '../../../queue.ts'
import { type About, options } from '../types.ts'

/** English texts of the right column: the timeline and the app's queue. */
export const timeline = {
  title: 'Timeline',
  failures: (count => `${count} failed`) as About<number>,
  clear: 'Clear',
  show: 'Show',
  filters: options({
    all: { label: 'All' },
    request: { label: 'LINE', title: 'Requests to LINE, and bridge calls' },
    app: { label: 'App', title: "Requests to the app's own server and other hosts" },
    page: { label: 'Page', title: "Navigations, windows, errors, the app's queue" },
    failed: { label: 'Errors' },
  }),
  empty: 'No entries yet',
  noMatch: 'No matching entries',
  emptyNote: "The app's requests to LINE and to its own server, bridge calls and navigations appear here.",
  breakThis: 'Break requests like this one',
  copyJson: 'Copy as JSON',
  closeDetails: 'Close details',
  items: (count => `${count} items`) as About<number>,
  fields: (count => `${count} fields`) as About<number>,

  kinds: { bridge: 'bridge', navigation: 'nav', page: 'page', queue: 'queue' },
  error: 'error',
  dropped: 'dropped',
  noResponse: 'no response',
  pageStarted: 'page started',
  withinApp: 'within the app',
  leftPage: 'left the page',
  appClosed: 'app closed itself',
  openedWindow: 'opened a window',
  pageError: 'page error',

  queue: 'Queue',
  queueOfApp: 'Queue of the app',
  firstShown: (count => `The first ${count} are shown.`) as About<number>,
  nothingToSend: 'The app has nothing to send.',
  states: {
    queued: 'queued',
    sending: 'sending',
    received: 'received',
    refused: 'refused',
    withdrawn: 'withdrawn',
    replaced: 'replaced',
  } satisfies Record<QueueJob['state'], string> as Readonly<Record<QueueJob['state'], string>>,
  leftQueue: 'left the queue',
  waitingUntil: (time => `waiting until ${time}`) as About,
  enqueued: 'enqueued',
  dueNow: 'due now',
  queuedAgain: 'queued again',
  due: 'due',
  inSeconds: (seconds => `in ${seconds} s`) as About<number>,
  inMinutes: (minutes => `in ${minutes} min`) as About<number>,
}

export type TimelineTexts = typeof timeline
