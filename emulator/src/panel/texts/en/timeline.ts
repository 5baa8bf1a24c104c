import type { QueueJob } from '../../../queue.ts'
import { type About, options } from '../types.ts'

/** Strings for the right column: the timeline and the app's queue. */
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
  sessionStarted: 'new session',
  search: 'Search',
  host: 'Filter by host',
  anyHost: 'Any host',
  status: 'Filter by status',
  statuses: { '': 'Any status', none: 'No response' },
  user: 'Filter by user',
  anyUser: 'Any user',
  hiddenFailures: (count => `The filter hides ${count} errors.`) as About<number>,
  showAll: 'Show all',
  droppedEntries: (({ count, failures }) =>
    `The oldest ${count} entries were dropped, among them ${failures} errors.`) as About<{
    readonly count: number
    readonly failures: number
  }>,
  repeats: (count => `${count} times`) as About<number>,
  unfold: (count => `Show all ${count} entries`) as About<number>,
  copyCurl: 'Copy as curl',
  replay: 'Send again',
  cutBody: 'The timeline does not have the whole body',
  exportHar: 'Export as HAR',
  story: (({ count, ms }) => `Story: ${count} events in ${ms} ms`) as About<{
    readonly count: number
    readonly ms: number
  }>,
  closeDetails: 'Close details',
  items: (count => `${count} items`) as About<number>,
  fields: (count => `${count} fields`) as About<number>,

  kinds: { bridge: 'bridge', navigation: 'nav', page: 'page', queue: 'queue', session: 'session' },
  error: 'error',
  dropped: 'dropped',
  noResponse: 'no response',
  pageStarted: 'page started',
  withinApp: 'within the app',
  leftPage: 'left the page',
  appClosed: 'app closed itself',
  lineKilled: 'LINE was killed',
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
