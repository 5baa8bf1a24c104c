type Bytes = AsyncIterable<Uint8Array>

/** Number of bytes that a browser reads to guess the type of a document without one. */
const SNIFFED_BYTES = 1445

/** Beginnings of HTML by the standard "MIME Sniffing", section 7.1, and the declarations with which documents also begin. */
const HTML =
  /^[\t\n\f\r ]*<(!--|(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta)[\s>])/i

/** Types that say nothing about the content. Browsers guess, as they do if the type is not valid. */
const UNKNOWN_TYPE = /^(unknown\/unknown|application\/unknown|\*\/\*)$/i
const VALID_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Returns a declared media type, or null if browsers guess the type of the content instead. */
export function usableType(declared: string | undefined): string | null {
  const type = declared?.trim() ?? ''
  const [essence = ''] = type.split(';', 1)
  return VALID_TYPE.test(type) && !UNKNOWN_TYPE.test(essence.trim()) ? type : null
}

/** Length of `<!doctype html>`, the longest of these beginnings. */
const LONGEST = 15

/** False if more bytes could show that a document is HTML. */
function isDecided(start: Buffer): boolean {
  const text = start.toString('latin1').replace(/^[\t\n\f\r ]+/, '')
  return start.length >= SNIFFED_BYTES || (text !== '' && (!text.startsWith('<') || text.length >= LONGEST))
}

/** Guesses the media type of a response from its first bytes, as a browser does. Also returns the complete response. */
export async function sniffed(bytes: Bytes): Promise<{ readonly type: string; readonly bytes: Bytes }> {
  const all = bytes[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (!isDecided(start)) {
    const { value, done } = await all.next()
    if (done === true) break
    start = Buffer.concat([start, value])
  }
  async function* again() {
    yield start
    for (let next = await all.next(); next.done !== true; next = await all.next()) yield next.value
  }
  return { type: HTML.test(start.toString('latin1')) ? 'text/html' : '', bytes: again() }
}
