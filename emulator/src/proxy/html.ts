import { ATTRIBUTES, COMMENT, NAME_END, START_TAG, TEXT_ELEMENTS } from '../html-syntax.ts'
import { rewriteLineElements } from '../line-html.ts'
import { LINE_PREFIX } from '../page-config.ts'
import { prologueLength } from '../shim-tag.ts'

/** In characters. A longer tag probably lacks a quotation mark, so the proxy stops waiting for its end. */
const TAG_MAX = 1_000_000

/** Maximum length, in characters, of an end tag that is split across chunks. */
const END_TAG_MAX = 100

const PIECE = new RegExp(
  [
    String.raw`[^<]+|${COMMENT}|<!(?!--)[^>]*>|<\?[^>]*>|<\/[^>]*>`,
    `<(script|style|${TEXT_ELEMENTS})${NAME_END}${ATTRIBUTES}>|${START_TAG}|<(?=[^a-z!?/])`,
  ].join('|'),
  'iy',
)

/** Returns the length of the complete pieces, and the text-only element (such as a script) left open after them. */
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

const endTag = (element: string): RegExp => new RegExp(`</${element}${NAME_END}[^>]*>`, 'gi')

/** `open` is an unfinished text-only element at the end. `isCut` is true for an unterminated tag or comment. */
type Part = { readonly text: string; readonly open: string | null; readonly isCut: boolean }

const whole = (text: string): Part => ({ text, open: null, isCut: false })

/** Splits HTML between pieces (a whole script or style element is one piece), so that each part can be sent early. */
async function* partsOf(texts: AsyncIterable<string>): AsyncGenerator<Part> {
  let waiting: string[] = []
  let open: string | null = null
  let last = ''
  for await (const more of texts) {
    waiting.push(more)
    // An end tag can be split across two chunks.
    const latest = last + more
    last = latest.slice(-END_TAG_MAX)
    if (open !== null && !endTag(open).test(latest)) continue
    const text = waiting.join('')
    const { end, open: begun } = measure(text)
    open = begun
    if (end > 0) yield whole(text.slice(0, end))
    const isTooLong = open === null && text.length - end > TAG_MAX
    if (isTooLong) yield { text: text.slice(end), open, isCut: true }
    waiting = isTooLong ? [] : [text.slice(end)]
  }
  yield { text: waiting.join(''), open, isCut: open === null }
}

export type PageChanges = {
  readonly tags: string
  readonly text: (html: string) => string
  readonly tag: (tag: string) => string
}

/** Browsers ignore an unterminated tag, and searching it for other tags would take too long. */
function changed({ text, open, isCut }: Part, changes: PageChanges): string {
  if (isCut) return text
  const end = open === null ? '' : `</${open}>`
  const html = rewriteLineElements(changes.text(text) + end, LINE_PREFIX, changes.tag)
  return html.slice(0, html.length - end.length)
}

export async function* withShim(texts: AsyncIterable<string>, changes: PageChanges): AsyncGenerator<string> {
  const { tags } = changes
  let start: string | null = ''
  for await (const part of partsOf(texts)) {
    const html = changed(part, changes)
    if (start === null) {
      yield html
      continue
    }
    start += html
    const at = prologueLength(start)
    if (at === start.length && at < TAG_MAX) continue
    const rest = start.slice(at)
    yield start.slice(0, at) + (rest.startsWith(tags) ? '' : tags) + rest
    start = null
  }
  // The page is empty.
  if (start !== null) yield start + tags
}
