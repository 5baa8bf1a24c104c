import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { processTerminal } from '#server/cli/terminal.ts'

const paintedOn = (out: object) =>
  processTerminal(new PassThrough() as never, Object.assign(new PassThrough(), out) as never).paint(
    'x',
    'warning',
  )

test('text is coloured only on a terminal that shows colours', () => {
  expect(paintedOn({ isTTY: true, hasColors: () => true })).toBe('\u001b[33mx\u001b[0m')
  // Node.js returns false for NO_COLOR and for TERM=dumb.
  expect(paintedOn({ isTTY: true, hasColors: () => false })).toBe('x')
  expect(paintedOn({})).toBe('x')
})

test('NO_COLOR and TERM=dumb turn colours off, as Node.js reads them', () => {
  const { getColorDepth, hasColors } = WriteStream.prototype
  const depthWith = (env: object) => {
    const out = {
      isTTY: true,
      getColorDepth: () => getColorDepth.call(out as never, env),
      hasColors: () => true,
    }
    return hasColors.call(out as never, 16, env)
  }
  expect(depthWith({ TERM: 'xterm-256color' })).toBe(true)
  expect(depthWith({ TERM: 'xterm-256color', NO_COLOR: '1' })).toBe(false)
  expect(depthWith({ TERM: 'dumb' })).toBe(false)
})
