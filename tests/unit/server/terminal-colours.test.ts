// @vitest-environment node
import { PassThrough } from 'node:stream'
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
