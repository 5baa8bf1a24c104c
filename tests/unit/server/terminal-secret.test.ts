import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { processTerminal } from '#server/cli/terminal.ts'

const streams = (isTTY: boolean) => {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const out = new PassThrough()
  return { input, out, terminal: processTerminal(input as never, out as never) }
}

test('a secret that is typed at a terminal is not shown', async () => {
  const { input, out, terminal } = streams(true)
  const secret = terminal.secret('PIN: ')
  input.write('482159\r')
  expect(await secret).toBe('482159')
  expect(out.read().toString()).toBe('PIN: \n')
})

test('a secret can come from a pipe', async () => {
  const { input, out, terminal } = streams(false)
  input.end('482159\n')
  expect([await terminal.secret('PIN: '), out.read()]).toEqual(['482159', null])
})
