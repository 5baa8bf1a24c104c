// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { ExamReport } from '#emulator/exam/report.ts'
import { BotExam } from '#emulator/panel/controls/exam.tsx'
import { act, mount } from '#tests/kit/act.ts'

const REPORT: ExamReport = {
  ...{ webhook: 'http://localhost:3000/webhook', talks: true, passed: 1, failed: 1, notShown: 1 },
  checks: [
    { check: 'verify', outcome: 'passed', happened: [{ kind: 'webhook', events: [], status: 200, ms: 3 }] },
    {
      ...{ check: 'replyOnce', outcome: 'failed', reason: 'tokenTwice', number: 2 },
      happened: [
        { kind: 'webhook', events: ['message'], status: 200, ms: 4 },
        { kind: 'call', method: 'POST', path: '/v2/bot/message/reply', status: 400, retryKey: null },
      ],
    },
    { check: 'quota', outcome: 'notShown', reason: 'noPush', happened: [] },
  ],
}

/** Renders the button, mocks the response to its call, and clicks it. Returns the rendered elements. */
async function examine(status: number, body: unknown, canRun = true) {
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response(JSON.stringify(body), { status })
  })
  const { container, root } = mount()
  await act(() => root.render(<BotExam canRun={canRun} />))
  await act(() => container.querySelector('button')?.click())
  return { container, fetched, state: () => container.querySelector('[aria-live]')?.textContent }
}

test('the panel shows each check with its outcome, the reason, the cure and what happened', async () => {
  const { container, state } = await examine(200, REPORT)
  expect(state()).toBe('passed: 1 · failed: 1 · not shown: 1')
  const [verify, replyOnce, quota] = [...container.querySelectorAll('li')].map(
    ({ textContent }) => textContent,
  )
  expect(verify).toBe('passedVerifyWebhooks and callswebhook [] → 200 (3 ms)')
  expect(replyOnce).toContain('The bot used the reply token 2 times.Send up to five messages in one reply')
  expect(replyOnce).toContain('webhook message → 200 (4 ms)\nPOST /v2/bot/message/reply → 400')
  expect(quota).toContain('Cannot judge: the bot did not push.')
  expect(quota).not.toContain('Catch the 429')
})

test('the panel says why the bot could not be examined', async () => {
  const { state } = await examine(400, { message: 'webhook: no server answers at http://localhost:3000/' })
  expect(state()).toBe('webhook: no server answers at http://localhost:3000/')
})

test('without a webhook URL there is nothing to examine', async () => {
  const { fetched } = await examine(200, REPORT, false)
  expect(fetched).toEqual([])
})
