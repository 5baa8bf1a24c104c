import { rewriteLineElements } from '../line-html.ts'
import { prologueLength, SHIM_TAG } from '../shim-tag.ts'

/**
 * Maximum length of a start tag in characters. If a tag is longer, its closing quotation mark is probably missing, and the proxy
 * stops waiting for its end.
 */
const TAG_MAX = 1_000_000

/** Longest end tag that the proxy recognises if it arrives in parts, in characters. */
const END_TAG_MAX = 100

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`
/** A whole piece of HTML: text, a comment, a declaration, a start tag or an end tag. */
const PIECE = new RegExp(
  String.raw`[^<]+|<!--[\s\S]*?-->|<!(?!--)[^>]*>|<\?[^>]*>|<\/[^>]*>|<(script|style)\b${ATTRIBUTES}>|<[a-z]${ATTRIBUTES}>|<(?=[^a-z!?/])`,
  'iy',
)

/**
 * Returns the length of the complete pieces at the start of a text, and the name of the script or style element that follows
 * them and has no end tag yet.
 */
function measure(text: string): { readonly end: number; readonly open: string | null } {
  let end = 0
  for (;;) {
    PIECE.lastIndex = end
    const piece = PIECE.exec(text)
    if (piece === null) return { end, open: null }
    const [whole, element] = piece
    if (element === undefined) {
      end += whole.length
      continue
    }
    const closed = endTag(element)
    closed.lastIndex = end + whole.length
    if (!closed.test(text)) return { end, open: element }
    end = closed.lastIndex
  }
}

const endTag = (element: string): RegExp => new RegExp(`</${element}\\b[^>]*>`, 'gi')

/**
 * Splits HTML into parts, each of which ends between two pieces, so that a part can be changed before the next one has arrived.
 * A script or style element is one piece.
 */
async function* wholePieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting: string[] = []
  let open: string | null = null
  let last = ''
  for await (const more of texts) {
    waiting.push(more)
    // An end tag can be split between two chunks.
    const latest = last + more
    last = latest.slice(-END_TAG_MAX)
    if (open !== null && !endTag(open).test(latest)) continue
    const text = waiting.join('')
    const found = measure(text)
    open = found.open
    const end = open === null && text.length - found.end > TAG_MAX ? text.length : found.end
    if (end > 0) yield text.slice(0, end)
    waiting = [text.slice(end)]
  }
  yield waiting.join('')
}

/** Changes HTML as it arrives: `change` gets it in parts, and the shim is the first script of the page. */
export async function* withShim(
  texts: AsyncIterable<string>,
  change: (html: string) => string,
): AsyncGenerator<string> {
  let start: string | null = ''
  for await (const part of wholePieces(texts)) {
    const html = rewriteLineElements(change(part))
    if (start === null) {
      yield html
      continue
    }
    start += html
    const at = prologueLength(start)
    if (at === start.length && at < TAG_MAX) continue
    yield `${start.slice(0, at)}${SHIM_TAG}${start.slice(at)}`
    start = null
  }
  // The page has no content.
  if (start !== null) yield start + SHIM_TAG
}
