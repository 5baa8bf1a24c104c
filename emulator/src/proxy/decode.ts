import type { Transform } from 'node:stream'
import zlib from 'node:zlib'

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  // Node supports zstd since version 22.15.
  zstd: (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress,
}

/** Returns the streams that undo the content codings of a response, the last one first; or the name of an unknown coding. */
export function decodersOf(codings: string): readonly Transform[] | string {
  const names = codings
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
  const unknown = names.find(name => DECODERS[name] === undefined)
  return unknown ?? names.reverse().flatMap(name => DECODERS[name]?.() ?? [])
}

/** A declaration of the encoding in HTML, which browsers look for in the first 1,024 bytes. */
const META_CHARSET = /<meta[^>]*\scharset\s*=\s*["']?\s*([\w.:-]+)/i
const PRESCAN = 1024

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

/** Returns the encoding that a byte order mark declares, which wins over everything else. */
function markedEncoding([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/**
 * Decodes a text as it arrives. `declared` is the encoding in the header. Without it, a `<meta>` element declares the encoding; the default is
 * UTF-8. ASCII bytes are the same in all these encodings, so they are returned before the encoding is known.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  declared: string | undefined,
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let before = ''
  for await (const chunk of bytes) {
    if (decoder === null) {
      const label = (before === '' ? markedEncoding(chunk) : null) ?? declared
      if (label) decoder = decoderFor(label)
    }
    if (decoder === null) {
      const ascii = Buffer.from(chunk).toString('latin1')
      const [, label] = META_CHARSET.exec((before + ascii).slice(0, PRESCAN)) ?? []
      if (label === undefined && chunk.every(byte => byte < 0x80)) {
        before = (before + ascii).slice(0, PRESCAN)
        yield ascii
        continue
      }
      decoder = decoderFor(label ?? 'utf-8')
    }
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder !== null) yield decoder.decode()
}
