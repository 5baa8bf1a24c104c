/**
 * If the browser is too old, shows a message instead of the app and hides the rest of the document as plain text, so
 * that no script runs and fails. The build inlines this file ahead of all other scripts (`build/too-old.ts`). It must
 * not import anything and must use only ES2015 syntax.
 */

declare const __LINES__: readonly string[]

// `Array.prototype.at` is available from Chrome 92 and Safari 15.4.
if (!('at' in Array.prototype)) {
  // Do not use `stop()`: Chrome paints nothing of a document whose parser was stopped before the body.
  document.write('<body style="margin:24px;font:16px/1.6 system-ui,sans-serif"><plaintext hidden>')
  for (const line of __LINES__)
    document.body.insertBefore(document.createElement('p'), document.body.lastChild).textContent = line
}
