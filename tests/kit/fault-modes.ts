/** A phone's own browser with a service worker, or LINE's browser, which has none. */
export type Mode = 'worker' | 'no-worker'

const inLine: readonly Mode[] = ['no-worker']
const withWorker: readonly Mode[] = ['worker']
const inLineThenWorker: readonly Mode[] = ['no-worker', 'worker']
const workerThenInLine: readonly Mode[] = ['worker', 'no-worker']

/**
 * The browsers that each fault runs in, by the fault's number. The first one runs for each merge: LINE's, unless
 * more can break with a worker. The other one runs only at night. A fault runs with a worker only if the worker takes part in it. The worker serves documents and scripts, reads and stores the master data and the receipt
 * history, and wakes the outbox on a `sync` event; it ignores writes and every other request with a session.
 */
export const FAULT_MODES: Readonly<Record<string, readonly Mode[]>> = {
  // Only a worker can serve the document while the server is down.
  '1': withWorker,
  // A worker has the scripts of every screen. Without a worker, the page has to load them in advance.
  '2': inLineThenWorker,
  // If the server hangs, the worker serves the master data. Without a worker, the page's own cache does.
  '3': workerThenInLine,
  // No worker controls the page on a first visit.
  '4': inLine,
  // Only an external browser has to wait for LINE: inside LINE, the launch URL contains the ID token.
  '4b': withWorker,
  // The worker must not cache the portal's page as master data.
  '5': inLineThenWorker,
  // This fault affects only writes, which bypass the worker.
  '6': inLine,
  // This fault affects only writes, which bypass the worker.
  '7': inLine,
  // A sync event of the worker must not make the outbox ignore Retry-After.
  '8': inLineThenWorker,
  // This fault affects only writes, which bypass the worker.
  '8b': inLine,
  '9': inLine,
  // This fault affects only requests with a session, which bypass the worker.
  '10': inLine,
  // Needs no service worker: queued jobs are in the page's own storage. Faults 1 to 3 test a reload that the worker serves.
  '11': inLine,
  // The outbox checks the owner of each job; the worker has no customer data.
  '12': inLine,
  // The worker stores the history, so it must not show it to another customer either.
  '13': workerThenInLine,
  // Inside LINE, each tab has a LINE login of its own. The worker takes no part in signing in.
  '13b': inLine,
  // A reload while the server is down needs a worker.
  '13c': withWorker,
  // The late response may be on its way to the page or to the worker.
  '14': inLineThenWorker,
  // The worker's caches must not contain customer data either.
  '15': workerThenInLine,
  // A sync event of the worker wakes every tab, but only one tab may send.
  '16': inLineThenWorker,
  // The two tabs compete whether or not a worker wakes them.
  '16b': inLine,
  // The tabs choose their leader without the worker.
  '17': inLine,
  // The worker gets the sync event while no tab is open.
  '18': inLineThenWorker,
  // The photo is in the page's storage, which the worker does not use.
  '19': inLine,
  // The photos are in the page's storage, and uploads bypass the worker.
  '19b': inLine,
  '19c': inLine,
  // Uploads bypass the worker.
  '20': inLine,
  '20b': inLine,
  // The outbox's store is full; the worker stores no jobs.
  '21': inLine,
  // The phone's own browser signs in by leaving the page, which needs storage; LINE's browser does not.
  '21b': inLine,
  // Only the page's database hangs; the worker does not use it.
  '22': inLine,
  // Only the page's database connection dies; the worker does not use it.
  '22b': inLine,
  // Only the page's transaction hangs; the worker has none.
  '22c': inLine,
  // On a first visit, the page opens the database before the worker.
  '22d': inLine,
  // The worker has the same database open, and may be the first to create a new one.
  '22e': inLineThenWorker,
  // The eviction also deletes the worker and its caches.
  '23': inLineThenWorker,
  // A worker keeps the older scripts (24b), so the page never misses them.
  '24': inLine,
  // The worker keeps the older release's scripts.
  '24b': withWorker,
  // The worker may have installed the broken release, or the page may have loaded it from the server.
  '24c': inLineThenWorker,
  // If there is a worker, it announces the newer release (24e, 25).
  '24d': inLine,
  // The worker installs a release only if it is complete.
  '24e': withWorker,
  // The worker passes the update on to every tab.
  '25': withWorker,
  // Only a worker keeps an installed release waiting.
  '25b': withWorker,
  '25c': withWorker,
  // No worker controls the page on a first visit, so the twelve faults after this one do not need a worker either.
  '26': inLine,
  '26b': inLine,
  '26c': inLine,
  '26d': inLine,
  '26e': inLine,
  '26f': inLine,
  '26g': inLine,
  '26h': inLine,
  '26i': inLine,
  '26j': inLine,
  '26k': inLine,
  '26l': inLine,
  '26m': inLine,
  // Only a worker can have a document whose files are gone.
  '26n': withWorker,
  // The screens and the outbox are the same with a worker.
  '27': inLine,
  // A worker has the document that names its files, and answers without the browser's cache.
  '28': inLine,
  '28b': inLine,
  '28c': inLine,
  '29': inLine,
  // The worker passes the history's answer on, with the epoch in its header.
  '30': inLineThenWorker,
}

/** The faults that run before a push: one for each promise of the README about a bad network. */
export const CORE_FAULTS: readonly string[] = ['1', '5', '7', '12', '16', '20', '24']

/** The faults that run in WebKitGTK for each merge. The others run at night: each takes ten seconds of processor time. */
export const WEBKIT_CORE_FAULTS: readonly string[] = ['12', '20', '26']

/** Faults without a worker that cannot be made in WebKitGTK, by reason. All other ones also run there. */
export const WEBKIT_EXCEPTIONS: Readonly<Record<string, string>> = {
  '26k':
    'Playwright replaces a response, and through WebKit’s remote inspector the reload after it never ends.',
  '28': 'The test empties the browser’s cache through Chromium’s protocol.',
  '28b': 'The test empties the browser’s cache through Chromium’s protocol.',
  '28c': 'The loading screen is replaced before WebKit’s remote inspector has tapped its button.',
}
