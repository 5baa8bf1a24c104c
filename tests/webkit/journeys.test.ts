import { afterEach, expect, test } from 'vitest'
import { startCampaign } from '#tests/kit/campaign.ts'
import { circle } from '#tests/kit/circle.ts'
import { eachFile, eachTest } from '#tests/kit/each-test.ts'
import { asNewUser } from '#tests/kit/new-user.ts'
import { columnsOf } from '#tests/kit/rows.ts'
import { startWebKit } from '#tests/kit/webkit.ts'
import {
  answersOf,
  goHome,
  join,
  LIFF_ID,
  openInLine,
  receiptsOf,
  register,
  sendAnswer,
  sendReceipt,
  type WebKitCustomer,
} from '#tests/kit/webkit-customer.ts'

const PIN = '246810'

const webkit = eachFile(startWebKit)
const campaign = eachFile(startCampaign)
const page = eachTest(() => webkit.open())

afterEach(() => page.close())

const rowOf = ({ id }: WebKitCustomer) =>
  campaign.read(db => db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** Returns what the LINE user has allowed the campaign to read. */
async function grantsOf({ userId }: WebKitCustomer) {
  const state = (await campaign.emulator('GET', 'state')) as {
    readonly consent: { readonly grants: Record<string, Record<string, readonly string[]>> }
  }
  return state.consent.grants[userId]?.[LIFF_ID]
}

test('a new customer joins in LINE, sends a receipt with a photo and finds it in the history', async () => {
  const { userId } = await asNewUser(campaign, 'first-consent')
  await openInLine(page, campaign)
  await page.click({ role: 'button', name: 'อนุญาต' })
  await page.click({ role: 'button', name: /เพิ่มเพื่อน/ })
  // The button reloads the page.
  await page.gone({ role: 'button', name: /เพิ่มเพื่อน/ })
  await page.click({ role: 'link', name: /กลับไปที่/ })
  await register(page)
  await page.click({ role: 'button', name: 'ปิด' })
  await page.see('สิทธิ์ของคุณ')
  await sendReceipt(page, 'INV-2026/001')
  await page.see('เราได้รับใบเสร็จของคุณแล้ว ดูผลการตรวจได้ในประวัติใบเสร็จ')
  const { id } = await campaign.read(db =>
    db.selectFrom('customer').select('id').where('line_user_id', '=', userId).executeTakeFirstOrThrow(),
  )
  expect(await receiptsOf(campaign, { id, userId })).toMatchObject([
    { receipt_no: 'INV-2026/001', status: 'pending', amount_satang: 35_000, photos: 1 },
  ])
  await page.goto(`${campaign.url}/receiptHistory`)
  await page.see(/INV-2026\/001/)
  await page.see('รอตรวจสอบ')
})

test('outside LINE, a customer signs in, joins, and is still signed in after a reload', async () => {
  await campaign.organiser(['browser', 'allow'])
  await asNewUser(campaign, 'not-in-client', { consent: { initially: 'none' }, environment: { os: 'ios' } })
  await page.goto(`${campaign.url}/?liff.state=${encodeURIComponent('/receipt')}`)
  await page.waitForUrl(/__line\/access\.line\.me/)
  await page.click({ role: 'button', name: 'อนุญาต' })
  await page.waitForUrl(/\/register\?redirect=%2Freceipt/)
  await register(page)
  await page.goto(`${campaign.url}/`)
  await page.see('สิทธิ์ของคุณ')
  expect(new URL(await page.url()).hostname).toBe('localhost')
})

if (circle() === 'nightly') {
  test('a customer answers the question, changes the answer and reads it in the list', async () => {
    const customer = await join(page, campaign)
    await page.click({ role: 'link', name: /ตอบคำถาม/ })
    await sendAnswer(page, 'แม่ เพราะแม่ชอบเพลงนี้')
    await page.see('เราได้รับคำตอบของคุณแล้ว')
    expect(await answersOf(campaign, customer)).toEqual(['แม่ เพราะแม่ชอบเพลงนี้'])
    await goHome(page)
    await page.click({ role: 'link', name: /ตอบคำถาม/ })
    await page.see('คุณตอบไว้แล้ว แก้ไขได้จนกว่าจะปิดรับ\u2060นะ')
    expect(await page.evaluate('document.querySelector("textarea").value')).toBe('แม่ เพราะแม่ชอบเพลงนี้')
    await sendAnswer(page, 'พี่สาว')
    await page.see('เราได้รับคำตอบของคุณแล้ว')
    expect(await answersOf(campaign, customer)).toEqual(['พี่สาว'])
    await goHome(page)
    await page.click({ role: 'link', name: /ตอบคำถาม/ })
    await page.click({ role: 'link', name: 'คำตอบทั้งหมด' })
    await page.see('พี่สาว')
  })

  test('staff use a reward once: with a wrong PIN nothing happens, with the right one its code appears', async () => {
    const customer = await join(page, campaign)
    const uses = () =>
      campaign.read(db =>
        columnsOf({ db }, 'reward_use', ['reward_type', 'code'], { customer_id: customer.id }),
      )
    await sendReceipt(page, 'INV-2026/002')
    await page.see('เราได้รับใบเสร็จของคุณแล้ว ดูผลการตรวจได้ในประวัติใบเสร็จ')
    for (const { id } of await receiptsOf(campaign, customer))
      await campaign.organiser(['receipts', 'approve', id])
    await goHome(page)
    await page.click({ role: 'link', name: 'ของรางวัลของฉัน' })
    await page.click({ role: 'button', name: /^ใช้รางวัล เครื่องดื่มฟรี/ })
    await page.type({ role: 'field', name: /^รหัสเจ้าหน้าที่/ }, '111111')
    await page.slide({ role: 'field', name: /^เลื่อนเพื่อใช้คูปอง/ })
    await page.see(/^รหัสเจ้าหน้าที่ไม่ถูกต้อง/)
    expect(await uses()).toEqual([])
    await page.type({ role: 'field', name: /^รหัสเจ้าหน้าที่/ }, PIN)
    await page.slide({ role: 'field', name: /^เลื่อนเพื่อใช้คูปอง/ })
    await page.see('แสดงรหัสนี้แก่เจ้าหน้าที่')
    const [use, ...more] = await uses()
    expect(use).toMatchObject({ reward_type: 'receipt' })
    expect(more).toEqual([])
    await page.see(use?.code ?? 'no code')
    await page.click({ role: 'button', name: 'ปิด' })
    await page.find({ role: 'image', name: 'QR โค้ดส่วนตัว' })
    await page.see('ใช้แล้ว')
    await page.gone({ role: 'button', name: /^ใช้รางวัล เครื่องดื่มฟรี/ })
  })

  test('a customer changes name, address, consent, colours and language, and finds them after a reload', async () => {
    const customer = await join(page, campaign)
    await page.click({ role: 'link', name: 'ข้อมูลของฉัน' })
    await page.click({ role: 'link', name: 'แก้ไขข้อมูล' })
    await page.type({ role: 'field', name: 'ชื่อ' }, 'มาลี')
    await page.type({ role: 'field', name: /^บ้านเลขที่/ }, '99/1 ถนนพระราม 1')
    // The postcode fills in the province and district, and leaves the subdistrict to the customer.
    await page.type({ role: 'field', name: /^รหัสไปรษณีย์/ }, '10330')
    await page.waitFor("document.querySelector('[name=districtId]').value !== ''")
    const subdistrict = await page.evaluate<string>(
      "document.querySelector('[name=subdistrictId]').options[1].value",
    )
    await page.choose({ role: 'field', name: /^ตำบล/ }, subdistrict)
    await page.click({ role: 'button', name: 'บันทึก' })
    await page.see('บันทึกให้แล้ว')
    await page.see('มาลี ใจดี')
    await page.click({ role: 'checkbox', name: 'รับข่าวสารและโปรโมชัน' })
    await page.click({ role: 'radio', name: 'มืด' })
    await page.click({ role: 'radio', name: 'English' })
    await page.find({ role: 'heading', name: 'My details' })

    // The app starts at home unless a link asks for another screen (spec S2).
    await page.driver.navigate().refresh()
    await page.click({ role: 'link', name: 'My details' })
    await page.find({ role: 'heading', name: 'My details' })
    await page.see('มาลี ใจดี')
    expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(true)
    await page.waitFor('document.querySelector("[role=switch]").checked')
    expect(await rowOf(customer)).toMatchObject({
      ...{ status: 'registered', first_name: 'มาลี', last_name: 'ใจดี', address_line: '99/1 ถนนพระราม 1' },
      ...{ postal_code: '10330', subdistrict_id: Number(subdistrict) },
    })
    const marketing = await campaign.read(db =>
      columnsOf({ db }, 'consent', ['granted'], { customer_id: customer.id, kind: 'marketing' }),
    )
    expect(marketing.at(-1)).toEqual({ granted: 1 })
  })

  test('a customer leaves: the server erases the data, LINE the consent, and the account cannot join again', async () => {
    const customer = await join(page, campaign)
    await page.click({ role: 'link', name: /ตอบคำถาม/ })
    await sendAnswer(page, 'เพื่อนสนิท')
    await page.see('เราได้รับคำตอบของคุณแล้ว')
    await goHome(page)
    await page.click({ role: 'link', name: 'ข้อมูลของฉัน' })
    await page.click({ role: 'button', name: 'ยกเลิกการเข้าร่วม' })
    await page.type({ role: 'field', name: /^พิมพ์คำว่า/ }, 'ยืนยัน')
    await page.click({ role: 'button', name: 'ยกเลิกการเข้าร่วม' })
    await page.find({ role: 'heading', name: 'ยกเลิกการเข้าร่วมแล้ว' })
    await page.see('ข้อมูลของคุณถูกลบจากกิจกรรมและเครื่องนี้แล้ว ขอบคุณที่ร่วมสนุกกับเรา')
    expect(await rowOf(customer)).toMatchObject({
      ...{ status: 'cancelled', first_name: null, last_name: null, phone: null, birth_date: null },
      ...{ line_user_id: null, line_display_name: null },
    })
    expect(await answersOf(campaign, customer)).toEqual([''])
    // The server tells LINE only after its own commit, in a task of its outbox.
    await expect.poll(() => grantsOf(customer), { timeout: 20_000 }).toEqual([])
    await openInLine(page, campaign)
    await page.click({ role: 'button', name: 'อนุญาต' })
    await page.see(/^บัญชี LINE นี้ยกเลิกการเข้าร่วมกิจกรรมนี้แล้ว/)
  })
}
