import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'

const SUB = 'full-2.31.0'

/** Expressions to evaluate in a page that opens a sub-window. They do not wait for their promises. */
export const inMain = {
  open: (host: LiffHost) => `void (() => {
    const { open } = window
    window.open = (...words) => (window.popup = open.apply(window, words))
    liff.subWindow.on('submit', data => { window.submitted = data })
    liff.subWindow.open({ url: 'https://liff.line.me/${host.liffId(SUB)}', appData: { from: 'main' } })
      .catch(error => { window.submitted = String(error) })
  })()`,
  /**
   * The window of the frame that shows the sub-window. In a browser with a guarded tab, the app is in this window's
   * `frames[0]`.
   */
  layer: "document.querySelector('iframe[title=LINE]')?.contentWindow",
  popup: 'window.popup',
}

/**
 * Lets a sub-window read its data and return a result, and resolves to both. `inside` is an expression for the
 * sub-window.
 */
export async function returnFrom(
  inside: string,
  page: {
    readonly evaluate: <T>(expression: string) => Promise<T>
    readonly waitFor: (expression: string) => Promise<void>
  },
): Promise<{ readonly data: unknown; readonly submitted: unknown }> {
  await page.waitFor(`${inside}?.started`)
  const data = await page.evaluate(`${inside}.liff.subWindow.getAppData()`)
  await page.evaluate(`void ${inside}.liff.subWindow.submit({ answer: 42 })`)
  await page.waitFor('window.submitted')
  return { data, submitted: await page.evaluate('window.submitted') }
}
