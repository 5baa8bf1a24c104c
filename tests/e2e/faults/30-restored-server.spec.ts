import { goWithin, sendReceipt } from '#tests/kit/customer.ts'
import { delivered, expect, fault } from '#tests/kit/fault-e2e.ts'
import { readRecords } from '#tests/kit/phone-storage.ts'
import { restoreWithout } from '#tests/kit/restored.ts'
import { rowOf } from '#tests/kit/rows.ts'

fault(
  '30: a receipt that a restored server has lost is offered by its phone, and arrives again, once',
  async scene => {
    const { page, context, campaign, who, no, open } = scene
    await open()
    for (const n of [1, 2]) {
      await sendReceipt(page, no(n))
      await expect(page.getByText('เราได้รับใบเสร็จของคุณแล้ว')).toBeVisible()
      await goWithin(page, '/')
    }
    expect(await campaign.receiptsOf(who)).toEqual([no(1), no(2)])
    // The app stores the copies a moment after the screen reports the receipts as received.
    const copies = () => readRecords(page, `u/${who.customerId}/kept/`)
    await expect.poll(copies).toHaveLength(2)
    await page.close()
    const { db } = campaign
    const { id } = await rowOf({ db }, 'receipt', { receipt_no: no(2) })
    await restoreWithout(db, [id])
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])

    const next = await context.newPage()
    await open(next)
    await next.getByRole('link', { name: 'ต้องแก้ไข 1 รายการ' }).click()
    const item = next.getByRole('listitem').filter({ hasText: no(2) })
    await expect(item).toContainText('ใบเสร็จจึงหายไปจากระบบ')
    await expect(item.getByRole('img', { includeHidden: true }).filter({ visible: true })).not.toHaveCount(0)
    await item.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    await delivered(next)
    expect(await campaign.receiptsOf(who)).toEqual([no(1), no(2)])
    await goWithin(next, '/')
    await next.reload()
    await expect(next.getByRole('link', { name: new RegExp(no(2)) })).toContainText('รอตรวจสอบ')
    await expect(next.getByText('ต้องแก้ไข')).toHaveCount(0)
  },
)
