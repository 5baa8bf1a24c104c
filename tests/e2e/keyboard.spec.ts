import { asNewUser, expect, openInLine, receiptPhoto, test } from '#tests/kit/e2e.ts'
import { arrivedAt, inDialog, pick, pressOn, setTime, tabTo, typeInto } from '#tests/kit/keyboard.ts'

test('with the keyboard: joins, sends, answers, uses a reward, logs out', async ({ page, campaign }) => {
  test.slow()
  await asNewUser(campaign, 'friend')
  await openInLine(page, campaign)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
  /** Goes home and waits until the screen has taken the focus. A key pressed before that would be lost. */
  const goHome = async (key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await tabTo(page, link('กลับหน้าแรก'), key)
    await page.keyboard.press('Enter')
    await expect(page.getByText('สวัสดีคุณ')).toBeVisible()
    await arrivedAt(page, /.+/)
  }
  const field = (name: string) => page.getByLabel(name, { exact: true })

  await test.step('reads and accepts the terms', async () => {
    await pressOn(page, page.getByRole('button', { name: 'เข้าร่วม', exact: true }))
    await arrivedAt(page, 'ลงทะเบียน')
    await pressOn(page, button(/อ่าน.*เงื่อนไข/))
    await inDialog(page, /เงื่อนไข/)
    await page.keyboard.press('Escape')
    await expect(button(/อ่าน.*เงื่อนไข/)).toBeFocused()
    await tabTo(page, page.getByRole('checkbox', { name: 'ฉันยอมรับเงื่อนไขกิจกรรม' }), 'Shift+Tab')
    await page.keyboard.press('Space')
    await pressOn(page, page.getByRole('checkbox', { name: 'รับทราบนโยบายความเป็นส่วนตัว' }), 'Space')
    await pressOn(page, button('ถัดไป'))
  })

  await test.step('a missing field gets the focus', async () => {
    await arrivedAt(page, 'ลงทะเบียน')
    await tabTo(page, field('ชื่อ'))
    await page.keyboard.press('Enter')
    await expect(field('ชื่อ')).toBeFocused()
    await expect(field('ชื่อ')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('fills in the form, with dates and addresses chosen by arrow keys', async () => {
    await page.keyboard.type('มานี')
    await typeInto(page, field('นามสกุล'), 'ใจดี')
    await typeInto(page, page.getByLabel('เบอร์โทรศัพท์มือถือ'), `06${String(Date.now()).slice(-8)}`)
    await pick(page, field('วัน'), '12')
    await pick(page, field('เดือน'), 'พฤษภาคม')
    await pick(page, field('ปี'), '2542')
    await pressOn(page, button('ลงทะเบียน'))
    await inDialog(page, 'ลงทะเบียนสำเร็จ')
    await page.keyboard.press('Escape')
    await expect(page.getByText('สิทธิ์ของคุณ')).toBeVisible()
  })

  await test.step('sends a receipt with a photo', async () => {
    await pressOn(page, link('ส่งใบเสร็จ'))
    await arrivedAt(page, 'ส่งใบเสร็จ')
    const buffer = await receiptPhoto(page, 'KEY-1')
    const chooser = page.waitForEvent('filechooser')
    await pressOn(page, page.locator('input[type=file]').nth(1)) // The album input. The first one opens the camera.
    await (await chooser).setFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
    await pressOn(page, button('ร้านค้า'))
    const stores = await inDialog(page, 'เลือกร้านค้า')
    await pressOn(page, stores.getByRole('heading', { level: 3 }).nth(1).getByRole('button')) // Any chain will do.
    await pressOn(page, stores.getByRole('listitem').nth(1).getByRole('button')) // Any store will do.
    await expect(button('ร้านค้า')).toBeFocused()
    await typeInto(page, page.getByLabel('เลขที่ใบเสร็จ'), 'KEY-1')
    await pressOn(page, page.getByRole('radio', { name: 'วันนี้' }), 'ArrowRight')
    await expect(page.getByRole('radio', { name: 'เมื่อวาน' })).toBeChecked()
    await setTime(page, page.getByLabel('เวลาที่ซื้อ'), '09:30')
    await typeInto(page, page.getByLabel('ยอดเงิน (บาท)'), '350')
    await page.keyboard.press('Enter')
    const question = await inDialog(page, 'ยืนยันข้อมูลใบเสร็จ')
    await pressOn(page, question.getByRole('button', { name: 'ยืนยันส่ง' }))
    await arrivedAt(page, /ขอบคุณ/)
  })

  await test.step('answers the question', async () => {
    await goHome()
    await pressOn(page, link('ตอบคำถาม'))
    await arrivedAt(page, /คำถาม/)
    await typeInto(page, page.getByLabel('คำตอบของคุณ'), 'แม่')
    await pressOn(page, button('ส่งคำตอบ'))
    await arrivedAt(page, /ขอบคุณ/)
    await goHome()
  })

  await test.step('uses a reward', async () => {
    await pressOn(page, link('ของรางวัลของฉัน'))
    await arrivedAt(page, /รางวัล/)
    const use = button(/^ใช้รางวัล/).first() // Any reward will do.
    const name = await use.textContent()
    await pressOn(page, use)
    const dialog = await inDialog(page, /.+/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: name ?? '' })).toBeFocused()
    await page.keyboard.press('Enter')
    await pressOn(page, dialog.getByRole('slider'), 'End')
    await pressOn(page, dialog.getByRole('button', { name: 'ยืนยันว่าจะใช้ตอนนี้' }))
    await expect(dialog.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  await test.step('goes back and logs out', async () => {
    await goHome('Shift+Tab')
    await pressOn(page, link('ข้อมูลของฉัน'))
    await arrivedAt(page, 'ข้อมูลของฉัน')
    await pressOn(page, button(/^ออกจากระบบ$/), 'Space')
    await inDialog(page, 'ออกจากระบบ')
    await page.keyboard.press('Escape')
    await expect(button(/^ออกจากระบบ$/)).toBeFocused()
    await page.keyboard.press('Space')
    const dialog = await inDialog(page, 'ออกจากระบบ')
    await pressOn(page, dialog.getByRole('button', { name: /^ออกจากระบบ$/ }), 'Space')
    await arrivedAt(page, 'ออกจากระบบแล้ว')
  })
})
