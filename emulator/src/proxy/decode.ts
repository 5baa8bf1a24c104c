import { pipeline, type Transform } from 'node:stream'
import zlib from 'node:zlib'

type Bytes = AsyncIterable<Uint8Array>

/** Yields `first`, which was already read, and then the rest. */
export async function* resumed<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** Many servers send `deflate` without the zlib header; browsers accept both forms. */
async function* inflated(source: Bytes): AsyncGenerator<Uint8Array> {
  const all = source[Symbol.asyncIterator]()
  const { value: first } = await all.next()
  if (first === undefined) return
  const hasHeader = ((first[0] ?? 0) & 0x0f) === 8
  const inflate = hasHeader ? zlib.createInflate() : zlib.createInflateRaw()
  // Errors surface in the loop that reads the stream.
  yield* pipeline(resumed(first, all), inflate, () => {})
}

type Decode = (source: Bytes) => Bytes

const through =
  (create: () => Transform): Decode =>
  source =>
    pipeline(source, create(), () => {})

// Node has supported zstd since 22.15.
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform }

const DECODERS: Readonly<Record<string, Decode | undefined>> = {
  gzip: through(zlib.createGunzip),
  'x-gzip': through(zlib.createGunzip),
  deflate: inflated,
  br: through(zlib.createBrotliDecompress),
  zstd: createZstdDecompress === undefined ? undefined : through(createZstdDecompress),
}

/** Returns the decoders for a `Content-Encoding` in the order to apply them, or the first unknown coding's name. */
export function decodersOf(codings: string): readonly Decode[] | string {
  const names = codings
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
  const unknown = names.find(name => DECODERS[name] === undefined)
  return unknown ?? names.reverse().flatMap(name => DECODERS[name] ?? [])
}

/** Matches the encoding declared in HTML or XML. Browsers search the first 1,024 bytes. */
const DECLARED =
  /<meta[^>]*[\s;"']charset\s*=\s*["']?\s*([\w.:-]+)|^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i
const PRESCAN = 1024

export const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i

export const charsetOf = (type: string): string | undefined => CHARSET.exec(type)?.[1]

type Decoder = InstanceType<typeof TextDecoder>

function decoderFor(label: string): Decoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/** A byte order mark overrides every other declaration. */
function markedEncoding([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** A UTF-16 declaration that is readable as Latin-1 must be wrong. Browsers then use UTF-8. */
function ownEncoding(start: Uint8Array): Decoder | null {
  const [, inHtml, inXml] = DECLARED.exec(Buffer.from(start).toString('latin1').slice(0, PRESCAN)) ?? []
  const label = inHtml ?? inXml ?? ''
  return /^utf-?16/i.test(label) ? new TextDecoder('utf-8') : decoderFor(label)
}

const LENGTH_OF_MARK = 3

function asciiLength(bytes: Uint8Array): number {
  const length = bytes.findIndex(byte => byte >= 0x80)
  return length < 0 ? bytes.length : length
}

/** Returns null if an encoding may still be declared later. */
function decoderOf(start: Uint8Array, named: Decoder | null): Decoder | null {
  const mark = markedEncoding(start)
  const known = mark === null ? (named ?? ownEncoding(start)) : decoderFor(mark)
  return known ?? (start.length < PRESCAN ? null : new TextDecoder('utf-8'))
}

/**
 * Decodes text as it arrives, by the encoding in the header (`declared`), else in the document, else as UTF-8. ASCII is
 * the same in all of these, so ASCII text at the beginning is yielded before the encoding is known.
 */
export async function* textOf(
  bytes: Bytes,
  declared: string | undefined,
  onEncoding: (encoding: string) => void = () => {},
): AsyncGenerator<string> {
  const named = declared === undefined ? null : decoderFor(declared)
  let decoder: Decoder | null = null
  let start = Buffer.alloc(0)
  /** Number of bytes of `start` that have already been yielded. */
  let sent = 0
  for await (const chunk of bytes) {
    if (decoder !== null) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < LENGTH_OF_MARK) continue
    decoder = decoderOf(start, named)
    const rest = start.subarray(sent)
    if (decoder !== null) onEncoding(decoder.encoding)
    if (decoder !== null) yield decoder.decode(rest, { stream: true })
    else {
      const length = asciiLength(rest)
      if (length > 0) yield rest.toString('latin1', 0, length)
      sent += length
    }
  }
  const last = decoder ?? decoderOf(start, named) ?? new TextDecoder('utf-8')
  yield decoder === null ? last.decode(start.subarray(sent)) : last.decode()
}
