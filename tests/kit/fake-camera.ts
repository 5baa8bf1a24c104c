import type { Page } from '@playwright/test'
import { generate } from 'lean-qr'

type Shown = { showCode(rows: readonly string[]): void }

/** Replaces the camera with a canvas on which `showCode` draws a QR code from rows of 0 and 1. Runs in the page. */
function replaceCamera(): void {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  let shown: readonly string[] = []
  const draw = () => {
    const context = canvas.getContext('2d')
    if (!context) return
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 640, 480)
    context.fillStyle = '#000'
    const side = Math.floor(380 / Math.max(1, shown.length))
    for (const [y, row] of shown.entries())
      for (const [x, dot] of [...row].entries())
        if (dot === '1') context.fillRect(120 + x * side, 40 + y * side, side, side)
  }
  setInterval(draw, 50)
  draw()
  const getUserMedia = async () => canvas.captureStream(20)
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  Object.assign(window, {
    showCode: (rows: readonly string[]) => {
      shown = rows
    },
  })
}

/** The call of `replaceCamera` as an expression, for browsers that Playwright does not drive. */
export const CAMERA = `(${replaceCamera.toString()})()`

/** Replaces a page's camera. Must be called before the page opens. */
export const fakeCamera = (page: Page): Promise<unknown> => page.addInitScript(replaceCamera)

/** Returns a QR code's rows as strings of 0 and 1, or no rows for an empty text. */
export function codeRows(text: string): string[] {
  const code = text === '' ? null : generate(text)
  const size = code?.size ?? 0
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (code?.get(x, y) ? '1' : '0')).join(''),
  )
}

/** Holds a QR code in front of the fake camera. An empty text removes the code. */
export const showCode = (page: Page, text: string): Promise<void> =>
  page.evaluate(given => (window as unknown as Shown).showCode(given), codeRows(text))
