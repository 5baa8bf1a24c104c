import type { Grey } from '#server/images/fingerprint/grey.ts'
import { pick } from '#tests/kit/random.ts'

const PAPER = 245
const INK = 40
const PAPER_WIDTH = 384
const LETTER = { width: 12, height: 14, columns: 5, rows: 7, pitch: 20 } as const
const LEFT = 24

/** Rows of the digits 0 to 9, five dots each, as printers draw them. */
const DIGITS = [
  '01110 10001 10011 10101 11001 10001 01110',
  '00100 01100 00100 00100 00100 00100 01110',
  '01110 10001 00001 00110 01000 10000 11111',
  '11110 00001 00001 01110 00001 00001 11110',
  '00010 00110 01010 10010 11111 00010 00010',
  '11111 10000 11110 00001 00001 10001 01110',
  '00110 01000 10000 11110 10001 10001 01110',
  '11111 00001 00010 00100 01000 01000 01000',
  '01110 10001 10001 01110 10001 10001 01110',
  '01110 10001 10001 01111 00001 00010 01100',
].map(rows => rows.replaceAll(' ', ''))

const PRODUCTS = [
  'WATER 600ML',
  'ICED TEA',
  'RICE 5KG',
  'FISH SAUCE',
  'EGGS L 10',
  'NOODLES',
  'MILK 2L',
  'BREAD',
  'SHAMPOO',
  'SOAP BAR',
  'TOOTHPASTE',
  'CHIPS',
  'COFFEE 3IN1',
  'SUGAR 1KG',
  'MANGO',
  'DETERGENT',
  'TISSUE',
  'BATTERY AA',
  'YOGHURT',
  'SAUSAGE',
]
const BRANCHES = ['SILOM 0012', 'SIAM 0044', 'BANGNA 0107', 'RANGSIT 0210']

function linesOf(random: () => number): string[] {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const two = (below: number) => String(Math.floor(random() * below)).padStart(2, '0')
  const items = Array.from({ length: 2 + Math.floor(random() * 9) }, () => ({
    name: pick(random, PRODUCTS),
    satang: 500 + 25 * Math.floor(random() * 1200),
  }))
  const baht = (satang: number) => (satang / 100).toFixed(2)
  const columns = (left: string, right: string) => left.padEnd(28 - right.length) + right
  const total = items.reduce((sum, item) => sum + item.satang, 0)
  const paid = Math.ceil(total / 10_000) * 10_000
  return [
    'FONGFOO MART',
    pick(random, BRANCHES),
    'TAX ID 0105550001234',
    `TAX INV R${digits(10)}`,
    columns(`${two(28)}/12/69`, `${two(24)}:${two(60)}`),
    `POS ${digits(2)} STAFF ${digits(4)}`,
    '----------------------------',
    ...items.map(item => columns(item.name, baht(item.satang))),
    '----------------------------',
    columns(`ITEMS ${items.length}`, ''),
    columns('TOTAL', baht(total)),
    columns('VAT', baht((total * 7) / 107)),
    columns('CASH', baht(paid)),
    columns('CHANGE', baht(paid - total)),
    '----------------------------',
    'THANK YOU SEE YOU AGAIN',
    'CALL 02 555 0123 8 TO 20',
  ]
}

export function receiptPaper(random: () => number): Grey {
  const lines = linesOf(random)
  const top = 110
  const height = top + lines.length * LETTER.pitch + 80
  const paper = { width: PAPER_WIDTH, height, data: new Float32Array(PAPER_WIDTH * height).fill(PAPER) }
  printLogo(paper)
  for (const [index, line] of lines.entries()) printLine(paper, line, top + index * LETTER.pitch)
  printBarcode(paper, random, height - 62)
  return paper
}

function printLogo(paper: Grey): void {
  for (let y = 20; y < 90; y += 1)
    for (let x = 60; x < 324; x += 1) {
      const round = (x - 192) ** 2 / 132 ** 2 + (y - 55) ** 2 / 35 ** 2
      const letter = (Math.floor((x - 60) / 22) * 7 + Math.floor((y - 20) / 14) * 3) % 5 < 2
      if (round < 1 && !(round < 0.6 && letter)) paper.data[y * paper.width + x] = INK
    }
}

function printLine(paper: Grey, line: string, top: number): void {
  for (const [place, letter] of [...line].entries()) {
    const dots = dotsOf(letter)
    for (let row = 0; row < LETTER.rows; row += 1)
      for (let column = 0; column < LETTER.columns; column += 1) {
        if (dots[row * LETTER.columns + column] !== '1') continue
        const x = LEFT + place * LETTER.width + column * 2
        const y = top + row * 2
        for (const [dx, dy] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const)
          if (x + dx < paper.width) paper.data[(y + dy) * paper.width + x + dx] = INK
      }
  }
}

/** Dots of a letter. Digits are real, because receipts differ in them; every other letter has a fixed pattern. */
function dotsOf(letter: string): string {
  if (letter === ' ') return ''
  if (letter === '-') return `${'0'.repeat(15)}11111`
  if (letter === '.') return `${'0'.repeat(27)}1100011`
  const digit = DIGITS[Number(letter)]
  if (digit !== undefined) return digit
  const code = letter.charCodeAt(0)
  return Array.from({ length: 35 }, (_, at) =>
    Math.imul(code * 36 + at, 0x9e3779b1) >>> 30 < 2 ? '1' : '0',
  ).join('')
}

function printBarcode(paper: Grey, random: () => number, top: number): void {
  for (let x = 48; x < 336; ) {
    const width = 2 + 2 * Math.floor(random() * 3)
    const black = random() < 0.5
    for (let y = top; black && y < top + 44; y += 1)
      paper.data.fill(INK, y * paper.width + x, y * paper.width + x + width)
    x += width
  }
}
