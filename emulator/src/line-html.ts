import { ATTRIBUTES, COMMENT, NAME, NAME_END, START_TAG, TEXT_ELEMENTS, VALUE } from './html-syntax.ts'
import { rewriteCss, rewriteSrcset } from './line-css.ts'
import { isLineHost } from './line-hosts.ts'
import { rewriteNavigations } from './line-navigation.ts'
import { LINE_PREFIX } from './page-config.ts'
import { rewriteCdnImports, rewriteCdnScripts, rewriteImportMap } from './sdk/cdn.ts'

/** Matches comments, scripts and text elements, style elements, and all other start tags. */
const PIECE = new RegExp(
  [
    COMMENT,
    String.raw`(<script${NAME_END}${ATTRIBUTES}>)([\s\S]*?)(?=</script)`,
    String.raw`(<style${NAME_END}${ATTRIBUTES}>)([\s\S]*?)(?=</style)`,
    String.raw`(<(${TEXT_ELEMENTS})${NAME_END}${ATTRIBUTES}>)([\s\S]*?)(?=</\6)`,
    START_TAG,
  ].join('|'),
  'gi',
)

/** HTML without a match needs no change. */
const CHANGED = /[\\/]{2}|https?:|&(?:#|sol;)|\blocation\b/i

const SOURCES = ['src', 'srcset'] as const
/** Attributes that load a resource, except for links and forms, which navigate. */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  img: SOURCES,
  source: SOURCES,
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  script: ['src'],
  input: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  link: ['href', 'imagesrcset'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
  th: ['background'],
}
const ATTRIBUTE = new RegExp(`(${NAME})(?:(\\s*=\\s*)(${VALUE}))?`, 'g')

/** A slash as browsers read it in an attribute. Mustache and other template engines escape it. */
const SLASH = String.raw`(?:[\\/]|&#0*47;|&#x0*2f;|&sol;)`
const ADDRESS = new RegExp(String.raw`^(["']?\s*)(?:https?:${SLASH}*|${SLASH}{2,})([\w.-]+)`, 'i')

/** The value of the `Refresh` header or of a `<meta http-equiv="refresh">`. */
const REFRESH = /^(["']?\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?\s*)(?:https?:)?\/\/([\w.-]+)/i

const LINK = /(<\s*)(?:https?:)?\/\/([\w.-]+)/gi

/** In a frame's `srcdoc`, quotation marks may be escaped. */
const IN_SRCDOC =
  /(\b(?:src|srcset|poster)\s*=\s*(?:["']|&quot;|&apos;|&#0*3[49];|&#x2[27];)?)(?:https?:)?\/\/([\w.-]+)/gi

const toPrefix = (prefix: string) => (whole: string, start: string, host: string) =>
  isLineHost(host.toLowerCase()) ? `${start}${prefix}${host}` : whole

export function rewriteRefresh(value: string, prefix: string = LINE_PREFIX): string {
  return value.replace(REFRESH, toPrefix(prefix))
}

/** Rewrites the `Link` header, which can preload scripts and images before the page's HTML arrives. */
export function rewriteLinkHeader(value: string, prefix: string = LINE_PREFIX): string {
  return value.replace(LINK, toPrefix(prefix))
}

/** Escaped slashes in the path need no change, because browsers decode them. */
const rewriteAddress = (value: string, prefix: string): string => value.replace(ADDRESS, toPrefix(prefix))

/** `value` includes its quotation marks. */
function rewriteValue(tag: string, name: string, value: string, prefix: string): string {
  if (name === 'style') return rewriteCss(value, prefix)
  if (name.startsWith('on') || /^["']?\s*javascript:/i.test(value)) return rewriteNavigations(value)
  if (tag === 'meta' && name === 'content') return rewriteRefresh(value, prefix)
  if (name === 'srcdoc') return rewriteCss(value.replace(IN_SRCDOC, toPrefix(prefix)), prefix)
  if (LOADED[tag]?.includes(name) !== true) return value
  if (name.endsWith('srcset')) {
    const quote = /^["']/.exec(value)?.[0] ?? ''
    return quote + rewriteSrcset(value.slice(quote.length), prefix)
  }
  return rewriteAddress(value, prefix)
}

function rewriteTag(text: string, prefix: string): string {
  if (!CHANGED.test(text)) return text
  const tag = /^<([^\s/>]+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  return (tag === 'script' ? rewriteCdnScripts(text) : text).replace(
    ATTRIBUTE,
    (whole, name: string, equals?: string, value = '') =>
      equals === undefined
        ? whole
        : `${name}${equals}${rewriteValue(tag, name.toLowerCase(), value, prefix)}`,
  )
}

function rewriteScript(tag: string, code: string): string {
  if (/\btype\s*=\s*["']?importmap\b/i.test(tag)) return rewriteImportMap(code)
  const type = /\btype\s*=\s*["']?([^\s"'>]*)/i.exec(tag)?.[1]?.toLowerCase() ?? ''
  const isScript = /^(module|(text|application)\/(java|ecma)script)?$/.test(type)
  // Classic scripts can also import modules.
  return isScript ? rewriteNavigations(rewriteCdnImports(code)) : code
}

/**
 * Rewrites URLs that the shim cannot change: those of elements created by the HTML parser, such as images and frames.
 * Also passes the navigations of inline scripts to the shim. `change` is first applied to each start tag.
 */
export function rewriteLineElements(
  html: string,
  prefix: string = LINE_PREFIX,
  change: ((tag: string) => string) | null = null,
): string {
  if (change === null && !CHANGED.test(html)) return html
  const start = (tag: string) => rewriteTag(change === null ? tag : change(tag), prefix)
  return html.replace(
    PIECE,
    (
      piece: string,
      script?: string,
      code = '',
      style?: string,
      css = '',
      ...[text, , content = '']: string[]
    ) => {
      if (piece.startsWith('<!--')) return piece
      if (script !== undefined) return start(script) + rewriteScript(script, code)
      if (style !== undefined) return start(style) + rewriteCss(css, prefix)
      return text === undefined ? start(piece) : start(text) + content
    },
  )
}
