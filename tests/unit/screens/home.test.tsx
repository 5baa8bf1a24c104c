// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import Home from '#src/screens/home/home.tsx'
import { act } from '#tests/kit/act.ts'
import { NOW, openActivity, queuedJob, someReward } from '#tests/kit/fake-data.ts'
import { failed, loading, ready } from '#tests/kit/fake-state.ts'
import { soon } from '#tests/kit/in-time.ts'
import { show } from '#tests/kit/render.tsx'

test('greets the customer by name, shows the number of entries and links to the four activities', async () => {
  const home = await show(<Home />)
  expect(home.text()).toContain('สวัสดีคุณมะลิ')
  expect(home.text()).toContain('12 สิทธิ์')
  expect(home.text()).toContain('รอตรวจสอบอีก 3 สิทธิ์')
  expect(home.link('ตอบคำถาม')).toBe('/answer')
  expect(home.link('ของรางวัลของฉัน')).toBe('/qrcode?show=rewards')
  expect(home.link('ประวัติ')).toBe('/receiptHistory')
  expect(home.container.querySelector('a[href="/receipt"]')?.textContent).toContain('ส่งใบเสร็จ')
})

test('counts down to the end of the campaign', async () => {
  const home = await show(<Home />)
  expect(home.text()).toContain('เหลือ 41 วัน 11 ชั่วโมง 59 นาที')
})

test('checks at the close whether the campaign has ended, and shows no countdown of zeros', async () => {
  vi.useFakeTimers()
  let now = NOW
  const home = await show(<Home />, {
    now: () => now,
    activity: ready({ ...openActivity, closesAt: new Date(NOW + 2000).toISOString() }),
  })
  const retry = vi.fn()
  Object.assign(home.app.session, { retry })
  expect(home.text()).toContain('เหลือ 0 วัน 0 ชั่วโมง 0 นาที')
  expect(retry).not.toHaveBeenCalled()
  now += 3000
  await act(async () => vi.advanceTimersByTime(1000))
  expect(retry).toHaveBeenCalledOnce()
  expect(home.container.querySelector('[role="timer"]')).toBeNull()
  expect(home.text()).not.toContain('ปิดรับใบเสร็จในอีก')
})

test('shows no countdown if the organiser keeps the campaign open beyond its dates', async () => {
  const home = await show(<Home />, {
    activity: ready({ ...openActivity, closesAt: new Date(NOW - 1000).toISOString() }),
  })
  expect(home.container.querySelector('[role="timer"]')).toBeNull()
})

test('shows the latest receipt with its status', async () => {
  const home = await show(<Home />)
  expect(home.text()).toContain('บ้านดีมาร์ท สาขาสีลม')
  expect(home.text()).toContain('รอตรวจสอบ')
})

test('says before the first sync that data is missing, and still links to all activities', async () => {
  const home = await show(<Home />, {
    reward: failed(),
    receipts: loading,
    customer: loading,
    activity: loading,
  })
  expect(home.text()).toContain('ยังไม่มีข้อมูล')
  expect(home.link('ประวัติ')).toBe('/receiptHistory')
})

test('shows a placeholder and the announcement date while the entries load', async () => {
  const home = await show(<Home />, { reward: loading })
  expect(home.text()).toContain('ประกาศผล')
  expect(home.text()).not.toMatch(/\d+ สิทธิ์$/)
  expect(
    home.container.querySelector('section[aria-labelledby="entries"] [aria-hidden="true"]'),
  ).not.toBeNull()
})

test('shows when it went offline and how many jobs are waiting', async () => {
  const home = await show(<Home />, { connection: 'unreachable', jobs: [queuedJob] })
  expect(home.text()).toContain('ออฟไลน์อยู่ ข้อมูลล่าสุด 20 พ.ย. 2569 11:59 น.')
  expect(home.text()).toContain('รอส่ง 1 รายการ')
})

test('links a winner to the confirmation until the deadline, and to the result after that', async () => {
  const homeOf = (confirmBy: number) => {
    const luckyDraw = { state: 'won', confirmBy: new Date(confirmBy).toISOString() } as const
    const reward = { ...someReward, luckyDraw: { ...someReward.luckyDraw, ...luckyDraw } }
    return show(<Home />, { reward: ready(reward) })
  }
  const { container } = await homeOf(NOW)
  expect(container.querySelector('a[href="/confirm"]')?.textContent).toContain('คุณได้รับรางวัล!')
  const late = await homeOf(NOW - 1000)
  expect(late.container.querySelector('a[href="/confirm"]')).toBeNull()
  expect(late.container.querySelector('a[href="/watingAnouncer"]')).not.toBeNull()
})

test('shows the welcome dialog once after registration', async () => {
  const home = await show(<Home />, { drafts: { welcome: 'มะลิ' } })
  expect(home.text()).toContain('ยินดีต้อนรับคุณมะลิ')
  await home.press('ปิด')
  expect(home.text()).not.toContain('ยินดีต้อนรับ')
  expect(home.app.drafts.read('welcome')).toBeNull()
})

test('opens the terms with the permit number in a dialog', async () => {
  // Loads the texts first. Otherwise they can arrive outside `act`, and React warns.
  await import('#campaign/legal.th.ts')
  const home = await show(<Home />)
  await home.press('เงื่อนไขกิจกรรม')
  const dialog = () => home.container.querySelector('dialog[open]')?.textContent
  await soon(async () => {
    await home.settle()
    expect(dialog()).toContain('เลขที่ 1234/2569')
  })
})

test('creates a missing reward object and invites the customer to send the first receipt', async () => {
  const home = await show(<Home />, { reward: ready(null) })
  expect(home.text()).toContain('0 สิทธิ์')
  expect(home.text()).toContain('ส่งใบเสร็จใบแรก รับสิทธิ์ลุ้นเลย')
})
