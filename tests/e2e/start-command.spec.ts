import { createServer } from 'node:http'
import { expect, test } from '@playwright/test'
import { freePort, runToExit } from '#tests/kit/campaign.ts'

/** Returns the output lines about the settings, without those about building or installing. */
const lines = (output: string) =>
  output
    .trim()
    .split('\n')
    .filter(line => !/^(Building|Installing)/.test(line))

for (const [setting, value] of [
  ['S3_BUCKET', 'only-a-bucket'],
  ['DATA_DIR', '/dev/null/x'],
  ['EMULATOR_CLIENTS', '172.17'],
  ['PORT', 'four thousand'],
  ['PORT', '70000'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', '-1'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://127.0.0.1:1/nobody'],
] as const) {
  // Every run checks one setting for each part that refuses settings. `tests/contract/settings.test.ts` tests every
  // setting.
  const tag = ['S3_BUCKET', 'DATA_DIR', 'EMULATOR_CLIENTS'].includes(setting) ? [] : '@nightly'
  test(`npm start with ${setting}=${value} names the setting and exits with 2`, { tag }, async () => {
    // Uses a free port, because the default port may be in use on this machine.
    const { code, output } = await runToExit({ PORT: String(await freePort()), [setting]: value })
    expect(code).toBe(2)
    // An incomplete bucket configuration produces one line per missing setting.
    const missing =
      setting === 'S3_BUCKET' ? ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] : [setting]
    expect(lines(output).map(line => line.split(':')[0])).toEqual(missing)
  })
}

test('npm start on a used port reports it and exits with 2', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const { code, output } = await runToExit({ PORT: String(port) })
    expect(code).toBe(2)
    expect(lines(output)).toHaveLength(1)
    expect(output).toContain(String(port))
  } finally {
    other.close()
  }
})

test('npm start with an unknown argument names it and exits with 2', async () => {
  const { code, output } = await runToExit({}, ['--port', '4001'])
  expect(code).toBe(2)
  expect(lines(output)).toHaveLength(1)
  expect(output).toContain('--port')
})
