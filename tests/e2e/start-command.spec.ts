import { createServer } from 'node:http'
import { expect, test } from '@playwright/test'
import { freePort, runToExit } from '#tests/kit/campaign.ts'

/** What was said about the settings; a build that was out of date may have been made first. */
const lines = (output: string) =>
  output
    .trim()
    .split('\n')
    .filter(line => !/^(Building|Installing)/.test(line))

for (const [setting, value] of [
  ['PORT', 'four thousand'],
  ['PORT', '70000'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', '-1'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://127.0.0.1:1/nobody'],
  ['DATA_DIR', '/dev/null/x'],
  ['S3_BUCKET', 'only-a-bucket'],
] as const) {
  test(`npm start with ${setting}=${value} names the setting and ends with 1`, async () => {
    // The usual port may be somebody else's on this machine.
    const { code, output } = await runToExit({ PORT: String(await freePort()), [setting]: value })
    expect(code).toBe(1)
    // A bucket half set lacks several settings, each with a line of its own.
    const missing =
      setting === 'S3_BUCKET' ? ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] : [setting]
    expect(lines(output).map(line => line.split(':')[0])).toEqual(missing)
  })
}

test('npm start on a port that is taken says so and ends with 1', { tag: '@core' }, async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const { code, output } = await runToExit({ PORT: String(port) })
    expect(code).toBe(1)
    expect(lines(output)).toHaveLength(1)
    expect(output).toContain(String(port))
  } finally {
    other.close()
  }
})

test('npm start with a word that it does not know names it and ends with 1', async () => {
  const { code, output } = await runToExit({}, ['--port', '4001'])
  expect(code).toBe(1)
  expect(lines(output)).toHaveLength(1)
  expect(output).toContain('--port')
})
