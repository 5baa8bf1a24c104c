// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import Entries from '#src/screens/entries/entries.tsx'
import { someReward } from '#tests/kit/fake-data.ts'
import { failed, ready } from '#tests/kit/fake-state.ts'
import { noTickets, someTickets } from '#tests/kit/fake-tickets.ts'
import { show } from '#tests/kit/render.tsx'

const numbers = (screen: Awaited<ReturnType<typeof show>>) =>
  [...screen.container.querySelectorAll('ul ul li')].map(item => item.textContent)

test('shows what each entry was given for, with its number', async () => {
  const screen = await show(<Entries />)
  expect(screen.text()).toContain('คุณสะสมได้12 สิทธิ์')
  expect(screen.text()).toContain('สุขใจซูเปอร์ สาขาปิ่นเกล้า')
  expect(screen.text()).toContain('เลขที่ 2501034789')
  expect(screen.text()).toContain('เพลงเปิดคอนเสิร์ต')
  expect(screen.text()).toContain('ลงทะเบียนร่วมกิจกรรม')
  expect(screen.link('บ้านเบเกอรี่ สาขาบางแค')).toBe(`/receipt/${someTickets.groups[1]?.id}`)
  expect(numbers(screen)).toContain(someTickets.groups[4]?.numbers[0])
})

test('shows all numbers of a large receipt on request', async () => {
  const screen = await show(<Entries />)
  expect(numbers(screen)).not.toContain(someTickets.groups[0]?.numbers[7])
  await screen.press('ดูอีก 2 หมายเลข')
  expect(numbers(screen)).toContain(someTickets.groups[0]?.numbers[7])
  await screen.press('แสดงน้อยลง')
  expect(numbers(screen)).not.toContain(someTickets.groups[0]?.numbers[7])
})

test('says that void entries are not in the total, and why', async () => {
  const screen = await show(<Entries />)
  expect(screen.text()).toContain('ผู้จัดยกเลิกสิทธิ์ชุดนี้แล้ว ไม่รวมในยอดด้านบนเหตุผล: ใบเสร็จนี้ถูกใช้แล้ว')
  expect(screen.container.querySelectorAll('s')).toHaveLength(3)
})

test('names pending entries until the list is closed', async () => {
  const screen = await show(<Entries />)
  expect(screen.link('รอลุ้นเพิ่มอีก 3 สิทธิ์ เมื่อใบเสร็จผ่านการตรวจสอบ')).toBe('/receiptHistory')
  const closed = await show(<Entries />, { tickets: ready({ ...someTickets, sealed: true }) })
  expect(closed.text()).toContain('ปิดรายชื่อสำหรับจับรางวัลแล้ว')
  expect(closed.text()).not.toContain('รอลุ้นเพิ่ม')
  const rights = { total: 12, pending: 0, used: 0 }
  const none = await show(<Entries />, { reward: ready({ ...someReward, rights }) })
  expect(none.text()).not.toContain('รอลุ้นเพิ่ม')
})

test('loads the list again, once, if the customer has another number of entries than it says', async () => {
  const screen = await show(<Entries />)
  const load = vi.spyOn(screen.app.rewards.tickets, 'load')
  await screen.act(() => screen.app.rewards.create())
  await screen.settle()
  expect(load).toHaveBeenCalledTimes(1)
})

test('loads earlier entries', async () => {
  const first = { ...someTickets, groups: someTickets.groups.slice(0, 4), next: 'cursor' }
  const screen = await show(<Entries />, { tickets: ready(first) })
  expect(screen.text()).not.toContain('ลงทะเบียนร่วมกิจกรรม')
  await screen.press('ดูสิทธิ์ก่อนหน้า')
  expect(screen.text()).toContain('ลงทะเบียนร่วมกิจกรรม')
  expect(screen.has('button', 'ดูสิทธิ์ก่อนหน้า')).toBe(false)
})

test('without a network, shows the stored entries and from when they are', async () => {
  const screen = await show(<Entries />, { tickets: failed(someTickets), connection: 'unreachable' })
  expect(screen.text()).toContain('FF-004512-5')
  expect(screen.text()).toContain('ข้อมูลเมื่อ')
})

test('suggests a receipt to a customer without entries only while the campaign is open', async () => {
  const screen = await show(<Entries />, { tickets: ready(noTickets) })
  expect(screen.link('ส่งใบเสร็จ')).toBe('/receipt')
})
