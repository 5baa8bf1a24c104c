import { crc32, deflateSync } from 'node:zlib'
import type { Random } from '#server/random.ts'
import { pickBelow } from './seeded-random.ts'

const WIDTH = 360
const HEIGHT = 480
/** Brightness of the table, the paper and the print, from 0 (black) to 255. */
const TABLE = 120
const PAPER = 250
const PRINT = 60
const MARGIN = 40
const LINE_HEIGHT = 20
const PRINT_HEIGHT = 8

/** Draws a grey PNG that looks like a photo of a receipt. No two pictures are the same. */
export function receiptPicture(random: Random): Buffer {
  const lines = Array.from({ length: HEIGHT / LINE_HEIGHT }, () => 60 + pickBelow(random, 180))
  const rows = Array.from({ length: HEIGHT }, (_, y) => rowOf(y, lines[Math.floor(y / LINE_HEIGHT)] ?? 0))
  const size = Buffer.alloc(8)
  size.writeUInt32BE(WIDTH, 0)
  size.writeUInt32BE(HEIGHT, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    // 8 bits per pixel, greyscale, default compression and filter, not interlaced.
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each PNG row starts with a filter byte, here 0 for "no filter". `print` is the length of the printed line. */
function rowOf(y: number, print: number): Buffer {
  const row = Buffer.alloc(1 + WIDTH, TABLE)
  row[0] = 0
  if (y < MARGIN || y >= HEIGHT - MARGIN) return row
  row.fill(PAPER, 1 + MARGIN, 1 + WIDTH - MARGIN)
  if (y % LINE_HEIGHT < PRINT_HEIGHT) row.fill(PRINT, 1 + MARGIN + 20, 1 + MARGIN + 20 + print)
  return row
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content) >>> 0)
  return Buffer.concat([length, content, check])
}
