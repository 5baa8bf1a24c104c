import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCommand, startServer, withEmulator } from './kit.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exam-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a bot that replies to every text message from the emulator at `url` without checking the signature. */
async function carelessBot(url: string, bodies: string[] = []) {
  const reply = (replyToken: string) =>
    fetch(`${url}/__line/api.line.me/v2/bot/message/reply`, {
      method: 'POST',
      headers: { authorization: 'Bearer emulated-channel-access-token' },
      body: JSON.stringify({ replyToken, messages: [{ type: 'text', text: 'Yes?' }] }),
    })
  const bot = await startServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    bodies.push(body)
    for (const { replyToken, message } of JSON.parse(body).events)
      if (message?.text !== undefined) await reply(replyToken)
    outgoing.end()
  })
  onTestFinished(bot.close)
  return bot
}

test('exam prints what was sent, what happened, why and the cure, and exits with 1 if the bot failed', async () =>
  await withEmulator(folder, async url => {
    const bodies: string[] = []
    const bot = await carelessBot(url, bodies)
    const exam = await runCommand('exam', '--webhook', bot.url, '--at', url, '--say', 'menu')
    expect(exam).toMatchObject({ code: 1, errors: '' })
    expect(exam.output).toContain(`✓ Verify: passed
    sent      A signed webhook without events.
    happened  webhook [] → 200 (`)
    expect(exam.output).toMatch(
      /✗ Forged webhooks: failed\n {4}sent {6}.*\n {4}happened {2}webhook message → 200 .*\n {14}POST \/v2\/bot\/message\/reply → 200\n {4}why {7}The bot acted on a webhook that LINE had not signed\.\n {4}cure {6}Answer 401/,
    )
    expect(exam.output).toMatch(
      /· Monthly limit: not shown\n(.*\n)+ {4}why {7}Cannot judge: the bot did not push\./,
    )
    expect(exam.output.split('\n\n')).toHaveLength(21)
    expect(exam.output).toMatch(/\n\n\d+ passed, \d+ failed, \d+ not shown: http:\/\/localhost:\d+$/)
    expect(bodies.join()).toContain('"text":"menu"')
  }))

test('exam --json prints the report, and a bot that answers no text does not pass', async () =>
  await withEmulator(folder, async url => {
    const bot = await startServer(
      (incoming, outgoing) => void incoming.resume().once('end', () => outgoing.end()),
    )
    onTestFinished(bot.close)
    const words = ['exam', '--webhook', bot.url, '--at', url]
    const { code, output } = await runCommand(...words, '--json')
    expect(JSON.parse(output)).toMatchObject({ talks: false, passed: 1, failed: 0, notShown: 19 })
    expect(code).toBe(1)
  }))

test('what cannot be examined is one sentence and the exit code 2', async () => {
  const refused = async (...words: string[]) => {
    const { code, output, errors } = await runCommand('exam', ...words)
    expect([code, output]).toEqual([2, ''])
    return errors
  }
  await withEmulator(folder, async url => {
    const at = ['--at', url]
    expect(await refused(...at)).toBe('--webhook: the URL of the bot is missing')
    expect(await refused('--webhook', 'ftp://localhost/', ...at)).toContain(
      '--webhook: expected an HTTPS URL',
    )
    expect(await refused('--webhook', 'http://localhost:9/', ...at)).toContain(
      '--webhook: no server answers at',
    )
    expect(await refused('--webhook', 'http://localhost:9/', '--secret', '', ...at)).toContain(
      '--secret: expected',
    )
  })
  expect(await refused('--webhook', 'http://localhost:9/', '--at', 'http://localhost:9')).toContain(
    'No emulator answers at http://localhost:9',
  )
  expect(await refused('--', 'true')).toContain(
    '--webhook: the URL of the bot that the command starts is missing',
  )
  expect(await refused('--webhook', 'x', '--', 'true')).toContain('--webhook: must be a URL')
  expect(await refused('--webhook', 'http://localhost:9/', '--secret', 'x', '--', 'true')).toContain(
    '--secret: cannot be combined with a command',
  )
  expect(await refused('bot')).toContain('"bot" is one argument too many for "exam"')
  expect((await runCommand('start', '--json')).errors).toContain(
    '--json: has no effect on "start". Use it with exam',
  )
})
