import { afterEach, test } from 'vitest'
import { startCampaign } from '#tests/kit/campaign.ts'
import { seeTicket, workAtTheDoor } from '#tests/kit/door-steps.ts'
import { eachFile, eachTest } from '#tests/kit/each-test.ts'
import { startTestDesk } from '#tests/kit/running-desk.ts'
import { startWebKit } from '#tests/kit/webkit.ts'
import { LIFF_ID } from '#tests/kit/webkit-customer.ts'

const webkit = eachFile(startWebKit)
const campaign = eachFile(startCampaign)
const desk = eachFile(startTestDesk)
const page = eachTest(() => webkit.open())

afterEach(() => page.close())

test('staff scan a code, type a number and hand over', () => workAtTheDoor(page, desk))

test('the ticket has the code and its number', async () => {
  await campaign.emulator('POST', 'phase', { id: 'confirmed' })
  await seeTicket(page, `${campaign.url}/__line/liff.line.me/${LIFF_ID}/confirm`)
})
