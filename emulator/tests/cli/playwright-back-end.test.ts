import { expect, test } from 'vitest'
import { startBackEndAccess } from '#emulator/cli/back-end.ts'
import { createLiffEmulator } from '#emulator/emulator.ts'
import { freePort, startBackEnd } from '#emulator/playwright/back-end.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const URL_OF_LINE = 'http://localhost:4400'

/** Returns the fixture's options for a back end that runs a program in Node. */
async function withProgram(program: string) {
  const emulator = await createLiffEmulator()
  const access = await startBackEndAccess(emulator, URL_OF_LINE)
  atTestEnd(access.close)
  const command = `${JSON.stringify(process.execPath)} -e ${JSON.stringify(program)}`
  return { backEnd: { command }, port: await freePort(), env: access.env }
}

const answers = (port: number) =>
  fetch(`http://localhost:${port}`).then(
    response => response.json(),
    () => null,
  )

test('a back end runs with the variables of exec and its port until the test ends', async () => {
  const start = await withProgram(
    `require('http').createServer((_, out) => out.end(JSON.stringify(process.env))).listen(process.env.PORT)`,
  )
  const stop = await startBackEnd(start)
  atTestEnd(stop)
  expect(await answers(start.port)).toMatchObject({
    ...{ PORT: String(start.port), LIFF_EMULATOR_URL: URL_OF_LINE },
    LINE_API_BASE_URL: `${URL_OF_LINE}/__line/api.line.me`,
    CHANNEL_ACCESS_TOKEN: 'emulated-channel-access-token',
    CHANNEL_SECRET: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
    LINE_CHANNEL_ACCESS_TOKEN: 'emulated-channel-access-token',
    LINE_CHANNEL_SECRET: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
    HTTPS_PROXY: expect.stringContaining('http://127.0.0.1:'),
    LINE_LOGIN_CHANNEL_ID: '2000000001',
    LINE_LOGIN_CHANNEL_SECRET: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await stop()
  expect(await answers(start.port)).toBe(null)
})

test('a back end that ignores SIGTERM is killed', async () => {
  const start = await withProgram(
    `process.on('SIGTERM', () => {}); require('http').createServer((_, out) => out.end('1')).listen(process.env.PORT)`,
  )
  const stop = await startBackEnd(start)
  await stop()
  expect(await answers(start.port)).toBe(null)
}, 20_000)

test('the output of a back end that ends early is in the error', async () => {
  const start = await withProgram(`console.error('no database'); process.exit(1)`)
  await expect(startBackEnd(start)).rejects.toThrow(/ended\. It must listen on PORT \(\d+\)\.\nno database/)
})
