import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'

const SUB = 'full-2.31.0'

/** Expressions of a page that opens a sub-window. A promise in them is not awaited. */
export const inMain = {
  open: (host: LiffHost) => `void (() => {
    const { open } = window
    window.open = (...words) => (window.popup = open.apply(window, words))
    liff.subWindow.on('submit', data => { window.submitted = data })
    liff.subWindow.open({ url: 'https://liff.line.me/${host.liffId(SUB)}', appData: { from: 'main' } })
      .catch(error => { window.submitted = String(error) })
  })()`,
  /** The window of the frame with the sub-window's app, in a browser without a guarded tab. */
  layer: "document.querySelector('iframe[title=LINE]')?.contentWindow",
  popup: 'window.popup',
}

/** Takes the steps of a test: the sub-window `inside` reads its data and returns a result. Resolves to both. */
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
