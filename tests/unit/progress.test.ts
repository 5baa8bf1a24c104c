import { expect, test, vi } from 'vitest'
import { withProgress } from '#tools/progress.mjs'

/** Runs a task that takes `seconds` of fake time. Returns the printed text. */
async function printed(seconds: number, isTTY: boolean): Promise<string> {
  vi.useFakeTimers()
  let text = ''
  const out = {
    isTTY,
    write(more: string) {
      text += more
    },
  }
  const shown = withProgress('Building', new Promise(done => setTimeout(done, seconds * 1000)), out)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await shown
  return text
}

test('on a terminal, one line counts the seconds from the second one on', async () => {
  expect(await printed(1, true)).toBe('Building…\n')
  expect(await printed(4.5, true)).toBe('Building…\rBuilding… 2 s\rBuilding… 3 s\rBuilding… 4 s\n')
})

test('in a log, a line comes every ten seconds', async () => {
  expect(await printed(5, false)).toBe('Building…\n')
  expect(await printed(25, false)).toBe('Building…\nBuilding… 10 s\nBuilding… 20 s\nBuilding: 25 s\n')
})

test('on a terminal, later work gets a line above the one that counts', async () => {
  vi.useFakeTimers()
  const texts: string[] = []
  const out = { isTTY: true, write: (more: string) => texts.push(more) }
  const finish = (ms: number) => new Promise(done => setTimeout(done, ms))
  const all = [
    withProgress('Building the app', finish(2500), out),
    withProgress('Packing', finish(1000), out),
  ]
  await vi.advanceTimersByTimeAsync(2500)
  await Promise.all(all)
  expect(texts.join('')).toBe(
    'Building the app…\rPacking…         \nBuilding the app…\rBuilding the app… 2 s\n',
  )
})

test('passes on the result and the failure of the work', async () => {
  const out = { write: () => {} }
  expect(await withProgress('Building', Promise.resolve(7), out)).toBe(7)
  await expect(withProgress('Building', Promise.reject(new Error('no disk')), out)).rejects.toThrow('no disk')
})
