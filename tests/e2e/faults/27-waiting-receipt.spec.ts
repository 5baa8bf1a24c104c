import { sendReceipt } from '#tests/kit/customer.ts'
import { delivered, expect, fault } from '#tests/kit/fault-e2e.ts'

fault(
  '27: a receipt that could not be sent is not called sent, waits while the app is closed, and can be edited at the next visit',
  async scene => {
    const { page, context, campaign, who, no, open } = scene
    await open()
    campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
    await sendReceipt(page, no(1))
    await expect(page.getByRole('heading', { name: 'บันทึกไว้แล้ว รอส่ง' })).toBeVisible()
    await expect(page.getByText('แอปไม่ส่งขณะที่ปิดอยู่')).toBeVisible()
    await expect(page.getByText('เราได้รับใบเสร็จของคุณแล้ว')).toHaveCount(0)
    // The screen offers to close the window only once the receipt is received.
    await expect(page.getByRole('button', { name: 'กลับไปที่แชท' })).toHaveCount(0)
    await page.close()

    const next = await context.newPage()
    await open(next)
    await next.getByRole('link', { name: 'รอส่ง 1 รายการ' }).click()
    const item = next.getByRole('listitem').filter({ hasText: no(1) })
    await expect(item).toContainText('฿350')
    await expect(item.getByRole('img', { includeHidden: true }).filter({ visible: true })).not.toHaveCount(0)
    expect(await campaign.receiptsOf(who)).toEqual([])
    await item.getByRole('link', { name: 'แก้ไข' }).click()
    await expect(next.getByLabel('เลขที่ใบเสร็จ')).toHaveValue(no(1))
    await next.getByLabel('ยอดเงิน (บาท)').fill('400')
    await next.getByRole('button', { name: 'ตรวจสอบและส่ง' }).click()
    await next.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await expect(next.getByRole('heading', { name: 'บันทึกไว้แล้ว รอส่ง' })).toBeVisible()
    campaign.origin.heal()
    await delivered(next)
    await expect(next.getByText('เราได้รับใบเสร็จของคุณแล้ว')).toBeVisible()
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
    await next.getByRole('link', { name: 'กลับหน้าแรก' }).click()
    await next.getByRole('link', { name: 'ประวัติ', exact: true }).click()
    await expect(next.getByRole('link', { name: new RegExp(no(1)) })).toContainText('฿400')
  },
)
