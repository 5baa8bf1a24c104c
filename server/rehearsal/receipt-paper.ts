import { bangkokMinute } from '#contract/rules.ts'
import type { Grey } from '#server/images/fingerprint/grey.ts'
import { rowsOf } from './printer-font.ts'

const PAPER = 245
const INK = 40
const PAPER_WIDTH = 384
/** In pixels: the size of a dot, the line spacing and the letter spacing. */
const SMALL = { dot: 2, pitch: 20, width: 12 } as const
const LARGE = { dot: 4, pitch: 40, width: 24 } as const
const LINE_LETTERS = 28
const LEFT = 24
const BUDDHIST_ERA = 543
const SATANG = 100

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
] as const

/** A purchase that a receipt shows. `purchasedAt` is in milliseconds since 1970, and `satang` is the total. */
export type Purchase = {
  readonly chain: string
  readonly branch: string
  readonly receiptNo: string
  readonly purchasedAt: number
  readonly satang: number
}

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)
const digits = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => below(random, 10)).join('')
const columns = (left: string, right: string): string => left.padEnd(LINE_LETTERS - right.length) + right
const centred = (text: string, letters: number): string =>
  text
    .slice(0, letters)
    .padStart(Math.floor((letters + Math.min(text.length, letters)) / 2))
    .padEnd(letters)
const baht = (satang: number): string => (satang / SATANG).toFixed(2)
const RULE = '-'.repeat(LINE_LETTERS)

/** Returns the small lines below the chain's name. The product prices add up to the total. */
export function linesOf(purchase: Purchase, random: () => number): readonly string[] {
  const { branch, receiptNo, purchasedAt, satang } = purchase
  const prices = splitted(satang, 2 + below(random, 9), random)
  const paid = Math.ceil(satang / 10_000) * 10_000
  const [date = '', time = ''] = bangkokMinute(purchasedAt).split('T')
  const [year, month, day] = date.split('-')
  return [
    centred(branch, LINE_LETTERS),
    'TAX ID 0105550001234',
    'RECEIPT / TAX INVOICE ABB',
    `NO. ${receiptNo}`,
    columns(`${day}/${month}/${(Number(year) + BUDDHIST_ERA) % 100}`, time),
    `POS ${digits(random, 2)} STAFF ${digits(random, 4)}`,
    RULE,
    ...prices.map(price => columns(PRODUCTS[below(random, PRODUCTS.length)] ?? '', baht(price))),
    RULE,
    `ITEMS ${prices.length}`,
    columns('TOTAL', baht(satang)),
    columns('VAT 7/107', baht((satang * 7) / 107)),
    columns('CASH', baht(paid)),
    columns('CHANGE', baht(paid - satang)),
    RULE,
    centred('THANK YOU, SEE YOU AGAIN', LINE_LETTERS),
    centred('CALL 02-555-0123, 8:00-20:00', LINE_LETTERS),
  ]
}

/** Splits a total into at most `count` prices. All but the last are multiples of 25 satang. */
function splitted(total: number, count: number, random: () => number): readonly number[] {
  const shares = Array.from({ length: count }, () => 0.2 + random())
  const all = shares.reduce((sum, share) => sum + share, 0)
  const prices = shares.slice(1).map(share => 25 * Math.floor((total * share) / all / 25))
  const rest = total - prices.reduce((sum, price) => sum + price, 0)
  return [...prices, rest].filter(price => price > 0)
}

/** Returns a random purchase, for measurements with many receipts. */
export function randomPurchase(random: () => number): Purchase {
  return {
    chain: 'FONGFOO MART',
    branch: ['SILOM 0012', 'SIAM 0044', 'BANGNA 0107', 'RANGSIT 0210'][below(random, 4)] ?? '',
    receiptNo: `R${digits(random, 10)}`,
    purchasedAt: Date.UTC(2026, 11, 1) + below(random, 28 * 24 * 60) * 60_000,
    satang: 1000 + 25 * below(random, 8000),
  }
}

/** Prints a receipt as a shop's printer does: the chain's name, the small lines and a barcode. */
export function receiptPaper(purchase: Purchase, random: () => number): Grey {
  const lines = linesOf(purchase, random)
  const top = 90
  const height = top + lines.length * SMALL.pitch + 90
  const paper = { width: PAPER_WIDTH, height, data: new Float32Array(PAPER_WIDTH * height).fill(PAPER) }
  printLine(paper, centred(purchase.chain, LINE_LETTERS / 2), 32, LARGE)
  for (const [index, line] of lines.entries()) printLine(paper, line, top + index * SMALL.pitch, SMALL)
  printBarcode(paper, random, height - 68)
  return paper
}

function printLine(paper: Grey, line: string, top: number, size: typeof SMALL | typeof LARGE): void {
  for (let place = 0; place < line.length; place += 1)
    for (const [row, dots] of rowsOf(line.charAt(place)).entries())
      for (let column = 0; column < dots.length; column += 1) {
        if (dots[column] !== '1') continue
        const left = LEFT + place * size.width + column * size.dot
        for (let dy = 0; dy < size.dot; dy += 1) {
          const from = (top + row * size.dot + dy) * paper.width + left
          paper.data.fill(INK, from, from + size.dot)
        }
      }
}

function printBarcode(paper: Grey, random: () => number, top: number): void {
  for (let x = 48; x < 336; ) {
    const width = 2 + 2 * below(random, 3)
    const isBlack = random() < 0.5
    for (let y = top; isBlack && y < top + 44; y += 1)
      paper.data.fill(INK, y * paper.width + x, y * paper.width + x + width)
    x += width
  }
}
