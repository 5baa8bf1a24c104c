import type { Page } from '@playwright/test'
import { generate } from 'lean-qr'

type Shown = { showCode(rows: readonly string[]): void }

/** Replaces the camera with a picture in which `showCode` draws a square of rows of 0 and 1. Runs in the page. */
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

/** The same as an expression, for browsers that Playwright does not drive. */
export const CAMERA = `(${replaceCamera.toString()})()`

/** Replaces the camera of a page. Call before the page opens. */
export const fakeCamera = (page: Page): Promise<unknown> => page.addInitScript(replaceCamera)

/** Returns the rows of 0 and 1 of a code; none for an empty text. */
export function codeRows(text: string): string[] {
  const code = text === '' ? null : generate(text)
  const size = code?.size ?? 0
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (code?.get(x, y) ? '1' : '0')).join(''),
  )
}

/** Holds a code in front of the camera. An empty text takes it away. */
export const showCode = (page: Page, text: string): Promise<void> =>
  page.evaluate(given => (window as unknown as Shown).showCode(given), codeRows(text))
