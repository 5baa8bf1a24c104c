import { test } from 'vitest'
import { startCampaign } from '#tests/kit/campaign.ts'
import { seeTicket, workAtTheDoor } from '#tests/kit/door-steps.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { startFirefox } from '#tests/kit/firefox.ts'
import { startTestDesk } from '#tests/kit/running-desk.ts'
import { LIFF_ID } from '#tests/kit/webkit-customer.ts'

const firefox = eachFile(() => startFirefox())
const campaign = eachFile(startCampaign)
const desk = eachFile(startTestDesk)

test('staff scan a code, type a number and hand over', () => workAtTheDoor(firefox, desk))

test('the ticket has the code and its number', async () => {
  await campaign.emulator('POST', 'phase', { id: 'confirmed' })
  await seeTicket(firefox, `${campaign.url}/__line/liff.line.me/${LIFF_ID}/confirm`)
})
