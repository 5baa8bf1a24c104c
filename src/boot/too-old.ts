/**
 * Shows a text instead of the app if the browser is older than the oldest supported ones, and turns the rest of the
 * document into text that is not shown, so that none of the app's scripts starts and fails. The build puts this file inline
 * into the document, ahead of all other scripts (`build/too-old.ts`). It must not import anything, and its syntax is that
 * of 2015.
 */

/** The lines of the text. */
declare const __LINES__: readonly string[]

// Chrome has this since version 92, Safari since 15.4.
if (!('at' in Array.prototype)) {
  // Not `stop()`: Chrome paints nothing of a document whose parser was stopped before the body.
  document.write('<body style="margin:24px;font:16px/1.6 system-ui,sans-serif"><plaintext hidden>')
  for (const line of __LINES__)
    document.body.insertBefore(document.createElement('p'), document.body.lastChild).textContent = line
}
