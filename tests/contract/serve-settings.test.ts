import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Runs the production server with settings that make it exit. */
function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
  return new Promise(resolve => child.once('exit', code => resolve({ code, output })))
}

test('production refuses to start without required settings and lists them', async () => {
  const { code, output } = await run({})
  expect(code).toBe(2)
  expect(output.trim().split('\n')).toEqual([
    'LIFF_ID: is required but not set',
    'LINE_CHANNEL_ID: is required but not set',
    'LINE_OA_ID: is required but not set',
    'PUBLIC_URL: is required but not set',
  ])
}, 60_000)

test('production refuses to start with an emulator setting', async () => {
  const { code, output } = await run({
    LIFF_ID: '1234567890-AbcdEfgh',
    LINE_CHANNEL_ID: '1234567890',
    LINE_OA_ID: '@campaign',
    PUBLIC_URL: 'https://campaign.example',
    EMULATOR_SCENARIO: 'friend',
  })
  expect([code, output.trim()]).toEqual([
    2,
    'EMULATOR_SCENARIO: is an emulator setting and must not be set in production',
  ])
}, 60_000)
