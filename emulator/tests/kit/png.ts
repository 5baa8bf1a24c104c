import { crc32, deflateSync } from 'node:zlib'

export function pngChunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** Builds a valid greyscale PNG. Different seeds give different pictures. `chunks` are inserted before the pixels. */
export function png(width: number, height: number, seed = 0, chunks: readonly Uint8Array[] = []): Buffer {
  const rows = Buffer.alloc((width + 1) * height, seed % 256)
  rows.writeUInt32BE(seed, 1)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return greyPng(width, height, rows, chunks)
}

/** Packs rows of grey pixels into a PNG. Each row starts with a filter byte. */
export function greyPng(
  width: number,
  height: number,
  rows: Buffer,
  chunks: readonly Uint8Array[] = [],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
