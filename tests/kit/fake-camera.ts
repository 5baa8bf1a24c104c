import type { Page } from '@playwright/test'
import { generate } from 'lean-qr'

type Shown = { showCode(rows: readonly string[]): void }

/** Replaces the camera of a page with a picture that `showCode` draws. Call before the page opens. */
export const fakeCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
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
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20)
    Object.assign(window, {
      showCode: (rows: readonly string[]) => {
        shown = rows
      },
    })
  })

/** Holds a code in front of the camera. An empty text takes it away. */
export function showCode(page: Page, text: string): Promise<void> {
  const code = text === '' ? null : generate(text)
  const size = code?.size ?? 0
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (code?.get(x, y) ? '1' : '0')).join(''),
  )
  return page.evaluate(given => (window as unknown as Shown).showCode(given), rows)
}
