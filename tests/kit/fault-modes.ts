/** A phone's own browser with a service worker, or LINE's browser, which has none. */
export type Mode = 'worker' | 'no-worker'

const inLine: readonly Mode[] = ['no-worker']
const withWorker: readonly Mode[] = ['worker']
const inLineThenWorker: readonly Mode[] = ['no-worker', 'worker']
const workerThenInLine: readonly Mode[] = ['worker', 'no-worker']

/**
 * The browsers in which each fault runs, by the fault's number. The first browser runs for each merge: it is LINE's
 * browser, unless more can break with a worker. The second browser runs only at night. A fault runs with a worker only
 * if the worker plays a part in it. The worker serves documents and scripts, reads and stores the master data and the
 * receipt history, and wakes the outbox on a `sync` event. It ignores writes and every other request with a session.
 */
export const FAULT_MODES: Readonly<Record<string, readonly Mode[]>> = {
  // Only a worker can serve the document while the server is down.
  '1': withWorker,
  // A worker has stored the scripts of every screen. Without a worker, the page has to load them in advance.
  '2': inLineThenWorker,
  // While the server hangs, the master data comes from the worker or, without a worker, from the page's own cache.
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
  // The worker's sync event must not make the outbox ignore Retry-After.
  '8': inLineThenWorker,
  // This fault affects only writes, which bypass the worker.
  '8b': inLine,
  '9': inLine,
  // This fault affects only requests with a session, which bypass the worker.
  '10': inLine,
  // The queued jobs are in the page's own storage, which the worker does not use. Faults 1 to 3 test a reload that the
  // worker serves.
  '11': inLine,
  // The outbox checks the owner of each job; the worker has no customer data.
  '12': inLine,
  // The worker stores the receipt history and must not show it to another customer.
  '13': workerThenInLine,
  // Inside LINE, each tab has its own LINE login. The worker takes no part in signing in.
  '13b': inLine,
  // A reload while the server is down needs a worker.
  '13c': withWorker,
  // The late response may be on its way to the page or to the worker.
  '14': inLineThenWorker,
  // The worker's caches must not contain customer data either.
  '15': workerThenInLine,
  // The worker's sync event wakes every tab, but only one tab may send.
  '16': inLineThenWorker,
  // The two tabs compete whether or not a worker wakes them.
  '16b': inLine,
  // The tabs choose their leader without the worker.
  '17': inLine,
  // The worker receives the sync event while no tab is open.
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
  // The phone's own browser leaves the page to sign in, which needs storage. LINE's browser stays on the page.
  '21b': inLine,
  // Only the page's database hangs; the worker does not use it.
  '22': inLine,
  // Only the page's database connection dies; the worker does not use it.
  '22b': inLine,
  // Only the page's transaction hangs; the worker has none.
  '22c': inLine,
  // On a first visit, the page opens the database before the worker does.
  '22d': inLine,
  // The worker has the same database open and may be the first to recreate it.
  '22e': inLineThenWorker,
  // The eviction also deletes the worker and its caches.
  '23': inLineThenWorker,
  // A worker keeps the older scripts (24b), so the page can always load them.
  '24': inLine,
  // The worker keeps the older release's scripts.
  '24b': withWorker,
  // The worker may have installed the broken release, or the page may have loaded it from the server.
  '24c': inLineThenWorker,
  // If there is a worker, the worker announces the newer release (24e, 25).
  '24d': inLine,
  // The worker installs a release only if it is complete.
  '24e': withWorker,
  // The worker announces the update to every tab.
  '25': withWorker,
  // Only a worker keeps an installed release waiting.
  '25b': withWorker,
  '25c': withWorker,
  // No worker controls the page on a first visit. The same is true of 26b to 26m.
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
  // Only a worker can serve a stored document whose scripts are gone.
  '26n': withWorker,
  // The screens and the outbox behave the same with a worker.
  '27': inLine,
  // A worker serves the document that loads its scripts from files, and does not use the browser's cache.
  '28': inLine,
  '28b': inLine,
  '28c': inLine,
  '29': inLine,
  // The worker forwards the receipt history, with the data epoch in a header.
  '30': inLineThenWorker,
}

/** The faults that run before each push: one for each promise that the README makes about bad networks. */
export const CORE_FAULTS: readonly string[] = ['1', '5', '7', '12', '16', '20', '24']

/**
 * The faults that run in WebKitGTK for each merge. The others run at night, because each takes ten seconds of CPU time.
 */
export const WEBKIT_CORE_FAULTS: readonly string[] = ['12', '20', '26']

/**
 * Faults without a worker that cannot run in WebKitGTK, with the reason. All other faults without a worker run there.
 */
export const WEBKIT_EXCEPTIONS: Readonly<Record<string, string>> = {
  '26k':
    'Playwright replaces a response, and through WebKit’s remote inspector the reload after it never ends.',
  '28': 'The test empties the browser’s cache through Chromium’s protocol.',
  '28b': 'The test empties the browser’s cache through Chromium’s protocol.',
  '28c': 'The loading screen is replaced before WebKit’s remote inspector has tapped its button.',
}
