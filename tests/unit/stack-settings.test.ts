import { expect, test } from 'vitest'
import { warnOfOthers } from '#tools/stack-settings.ts'

/** Returns the warning that `npm start` prints for this address. */
function warningOf(host: string, clients: readonly string[]): string {
  const lines: string[] = []
  warnOfOthers({ host, clients }, text => lines.push(text))
  return lines.join('\n')
}

test.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('HOST=%s needs no warning', host =>
  expect(warningOf(host, [])).toBe(''),
)

test.each(['0.0.0.0', '::', '192.168.1.20'])('HOST=%s says that other machines are refused', host =>
  expect(warningOf(host, [])).toContain(`HOST=${host}: other machines are refused`),
)

test('names the machines that EMULATOR_CLIENTS lets in, and what they can do', () =>
  expect(warningOf('0.0.0.0', ['172.17.0.0/16', '192.168.1.20'])).toContain(
    'anyone at 172.17.0.0/16, 192.168.1.20 can sign in as any user',
  ))
