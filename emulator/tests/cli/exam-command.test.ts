import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/kit/free-port.ts'
import { runCommand } from './kit.ts'

/** A bot that knows nothing about the emulator. */
const BOT = `
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
const { LINE_CHANNEL_SECRET, LINE_CHANNEL_ACCESS_TOKEN } = process.env
createServer(async (incoming, outgoing) => {
  const body = await text(incoming)
  const signature = createHmac('sha256', LINE_CHANNEL_SECRET).update(body).digest('base64')
  if (incoming.headers['x-line-signature'] !== signature) return outgoing.writeHead(401).end()
  for (const { replyToken, message } of JSON.parse(body).events)
    if (replyToken && message?.type === 'text')
      await fetch('https://api.line.me/v2/bot/message/reply', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + LINE_CHANNEL_ACCESS_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ replyToken, messages: [{ type: 'text', text: 'Yes?' }] }),
      })
  outgoing.end()
}).listen(Number(process.argv[2]), () => console.log('The bot listens'))
`

test('exam starts a bot, examines it and ends it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exam-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'bot.mjs')
  await writeFile(program, BOT)
  const port = String(await freePort())
  const webhook = `http://localhost:${port}/webhook`
  const { code, output } = await runCommand(
    ...['exam', '--webhook', webhook, '--json', '--', process.execPath, program, port],
  )
  const failed = JSON.parse(output).checks.filter(({ outcome }: { outcome: string }) => outcome === 'failed')
  expect(failed.map(({ check }: { check: string }) => check)).toEqual(['redelivery', 'replyLate'])
  expect(code).toBe(1)
  await expect(fetch(webhook)).rejects.toThrow()
}, 60_000)

test('exam says that the command has started no server', async () => {
  const webhook = `http://localhost:${await freePort()}/webhook`
  const words = ['exam', '--webhook', webhook, '--', process.execPath, '-e', '0']
  expect(await runCommand(...words)).toMatchObject({
    ...{ code: 2, output: '' },
    errors: `--webhook: the command has started no server at ${webhook}`,
  })
})
