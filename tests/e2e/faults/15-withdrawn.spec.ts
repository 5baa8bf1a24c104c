import { goWithin, pressInProfile } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

fault(
  '15, check 31 (ASVS 14.3.1, 14.3.3): leaving the campaign deletes all data on the phone, in every tab',
  async scene => {
    const { page, phone, campaign, who, no, open, secondTab } = scene
    await open()
    const other = await secondTab()
    await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
    // Leaving must also delete the copies of the delivered receipt and of its photo.
    await expect.poll(() => readRecords(page, `u/${who.customerId}/kept/`)).toHaveLength(1)
    expect(await readRecords(page, `u/${who.customerId}/kept-photo/`)).toHaveLength(1)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
    campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
    await writeRecords(
      page,
      [2, 3].map(n => queuedReceipt(who.customerId, no(n), n)),
    )
    await goWithin(other, '/receiptHistory')
    await expect(other.getByText(no(3))).toBeVisible()
    await goWithin(other, '/updateProfile')
    await other.getByLabel('ชื่อ', { exact: true }).fill('ชื่อที่พิมพ์ค้าง')
    const forms = () => other.evaluate(() => JSON.stringify({ ...sessionStorage }))
    await expect.poll(forms).toContain('ชื่อที่พิมพ์ค้าง')

    await pressInProfile(page, 'ยกเลิกการเข้าร่วม')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('พิมพ์คำว่า').fill('ยืนยัน')
    await dialog.getByRole('button', { name: 'ยกเลิกการเข้าร่วม' }).click()

    await expect(page.getByRole('heading', { name: 'ยกเลิกการเข้าร่วมแล้ว' })).toBeVisible()
    await expect(other.getByRole('heading', { name: /แล้ว$/ })).toBeVisible()
    await expect(other.getByText(no(3))).toHaveCount(0)
    expect(await phone.cookies()).not.toContain('accessToken')
    // Checks IndexedDB, local and session storage, and Cache Storage, in both tabs.
    await expect.poll(async () => JSON.stringify(await readRecords(page, ''))).not.toContain(who.customerId)
    expect([...(await readRecords(page, 'u/')), ...(await readRecords(page, 'q/'))]).toEqual([])
    for (const tab of [page, other]) {
      const left = await tab.evaluate(async () => {
        const responses = []
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) responses.push(url)
        return {
          small: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
          calls: responses.filter(url => new URL(url).pathname.startsWith('/api/')),
        }
      })
      expect(left.calls).toEqual([])
      for (const private_ of [who.customerId, who.userId, 'ชื่อที่พิมพ์ค้าง'])
        expect(left.small).not.toContain(private_)
    }
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  },
)
