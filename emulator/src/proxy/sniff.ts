import { resumed } from './decode.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Number of bytes that browsers use to guess a document's type. */
const SNIFFED_BYTES = 1445

/** HTML signatures from the MIME Sniffing standard, section 7.1. */
const HTML =
  /^[\t\n\f\r ]*<(!--|(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta)[\s>])/i

/** Types that browsers treat like invalid ones: they guess the type instead. */
const UNKNOWN_TYPE = /^(unknown\/unknown|application\/unknown|\*\/\*)$/i
const VALID_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Returns null if browsers would guess the type instead. */
export function usableType(declared: string | undefined): string | null {
  const type = declared?.trim() ?? ''
  const [essence = ''] = type.split(';', 1)
  return VALID_TYPE.test(type) && !UNKNOWN_TYPE.test(essence.trim()) ? type : null
}

const LONGEST = 15

function isDecided(start: Buffer): boolean {
  const text = start.toString('latin1').replace(/^[\t\n\f\r ]+/, '')
  return start.length >= SNIFFED_BYTES || (text !== '' && (!text.startsWith('<') || text.length >= LONGEST))
}

/** Guesses the media type from the first bytes, as browsers do. The returned `bytes` contain the complete response. */
export async function sniffed(bytes: Bytes): Promise<{ readonly type: string; readonly bytes: Bytes }> {
  const all = bytes[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (!isDecided(start)) {
    const { value, done } = await all.next()
    if (done === true) break
    start = Buffer.concat([start, value])
  }
  return {
    type: HTML.test(start.toString('latin1')) ? 'text/html' : '',
    bytes: resumed<Uint8Array>(start, all),
  }
}
