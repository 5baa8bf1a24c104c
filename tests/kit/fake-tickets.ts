import type { Answer } from '#contract/calls.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'

type List = Answer<'rewardTickets'>
type Group = List['groups'][number]

const group = (n: number, first: number, count: number, more: Partial<Group> = {}): Group => ({
  id: `01938000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  source: 'receipt',
  state: 'valid',
  numbers: Array.from({ length: count }, (_, index) => ticketNumberOf('FF', first + index)),
  at: `2026-11-${20 - n}T10:30:00+07:00`,
  storeName: null,
  receiptNo: null,
  questionTextTh: null,
  note: null,
  ...more,
})

/** Twelve valid entries for two receipts, an answer and joining, and three void entries for a third receipt. */
export const someTickets: List = {
  total: 12,
  sealed: false,
  groups: [
    group(1, 4512, 8, {
      storeName: 'สุขใจซูเปอร์ สาขาปิ่นเกล้า',
      storeNameEn: 'Sukjai Super, Pinklao',
      receiptNo: '2501034789',
    }),
    group(2, 4102, 2, {
      storeName: 'บ้านเบเกอรี่ สาขาบางแค',
      storeNameEn: 'Baan Bakery, Bang Khae',
      receiptNo: 'BD-1203-001',
    }),
    group(3, 3990, 3, {
      storeName: 'มินิมาร์ทใจดี สาขาอารีย์',
      storeNameEn: 'Jaidee Minimart, Ari',
      receiptNo: '88-1177',
      state: 'void',
      note: 'ใบเสร็จนี้ถูกใช้แล้ว',
    }),
    group(4, 2031, 1, {
      source: 'answer',
      questionTextTh: 'เพลงเปิดคอนเสิร์ตที่คุณอยากฟังที่สุดคือแนวไหน',
      questionTextEn: 'Which kind of song should open the concert?',
    }),
    group(5, 17, 1, { source: 'welcome' }),
  ],
  next: null,
}

export const noTickets: List = { total: 0, sealed: false, groups: [], next: null }
