import { expect, test } from 'vitest'
import { csvOf } from '#desk/ui/csv.ts'

test('Excel shows the texts of an exported table as the page does', () => {
  const rows = [
    ['ร้าน', 'ใบเสร็จ'],
    ['05/11 13:00', 3],
    ['7-11', 1.5],
    ['12-MAR', 0],
    ['ร้าน, "ใหญ่"', 0],
  ]
  expect(csvOf(rows).split('\r\n')).toEqual([
    '\uFEFFร้าน,ใบเสร็จ',
    '"=""05/11 13:00""",3',
    '"=""7-11""",1.5',
    '"=""12-MAR""",0',
    '"ร้าน, ""ใหญ่""",0',
    '',
  ])
})

test('a day stays a date, and no text is a formula', () => {
  const rows = [['2026-11-05'], ['=1+1'], ['-'], ['@x'], ['＝1+1']]
  expect(csvOf(rows)).toBe("\uFEFF2026-11-05\r\n'=1+1\r\n'-\r\n'@x\r\n'＝1+1\r\n")
})
