import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import { done, type Models, typedReceipt, visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { show } from '#tests/kit/render.tsx'
import { eachTest } from '#tests/kit/server.ts'

/** Five taps in one task: the page renders none of their effects in between. */
const world = eachTest(offlineWorld)

async function open(models: Models, screen: ReactNode, path: string) {
  const { receipts, answers, campaign, outbox, master } = models
  const shown = await show(screen, {}, { path, models: { receipts, answers, campaign, outbox, master } })
  await shown.act(() => world.clock.advance(0))
  return {
    ...shown,
    /** Taps the last button with this text five times in one task, and lets the app finish what it has begun. */
    async tapFiveTimes(text: string) {
      const buttons = [...shown.container.querySelectorAll('button')]
      const button = buttons.findLast(({ textContent }) => textContent === text)
      if (button === undefined) throw new Error(`No button says ${text}: ${buttons.map(b => b.textContent)}`)
      await shown.act(async () => {
        for (let tap = 0; tap < 5; tap += 1) button.click()
      })
      await shown.act(() => world.clock.advance(1000))
    },
  }
}
const routes = ({ outbox }: Models) => outbox.jobs.value.map(({ route }) => route)

test('five taps on "send" of an answer make one job', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  const screen = await open(models, <AnswerScreen />, '/answer')
  await screen.type('answer', 'รสลิ้นจี่')
  await screen.tapFiveTimes('ส่งคำตอบ')
  expect(routes(models)).toEqual(['postAnswer'])
})

test('five taps on "confirm" of a receipt make one job', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  expect(
    await done(world, models.receipts.saveDraft(null, { ...typedReceipt(models, 'ST-0001'), amount: '250' })),
  ).toBe(true)
  const screen = await open(models, <ReceiptScreen />, '/receipt')
  await screen.tapFiveTimes('ตรวจสอบและส่ง')
  await screen.tapFiveTimes('ยืนยันส่ง')
  expect(routes(models)).toEqual(['createReceipt'])
})
