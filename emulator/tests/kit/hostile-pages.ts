import type { ServerResponse } from 'node:http'
import zlib from 'node:zlib'
import { pick, seededRandom } from './random.ts'

/** Pages that are hard to change in transit: odd HTML, encodings, codings, parts and lengths, all from one seed. */

const FIRST =
  "<script>window.shimFirst = Boolean((window.__LIFF_EMULATOR__ || {}).started); fetch('https://api.line.me/v2/profile').catch(() => {})</script>"

const SKELETONS: Readonly<Record<string, string>> = {
  plain: `<!doctype html><html><head>${FIRST}</head><body>สวัสดี日本`,
  nothing: FIRST,
  'no head': `<!doctype html><html><body>${FIRST}<p>日本`,
  'no html': `<!doctype html><title>a</title>${FIRST}<p>日本`,
  'two heads': `<html><head><head>${FIRST}</head></head><head><title>日</title></head>`,
  frameset: `<html><head>${FIRST}</head><frameset cols="50%,*"><frame src="about:blank"><frame src="about:blank"></frameset></html>`,
  srcdoc: `<head>${FIRST}</head><iframe srcdoc="<p title='a'>日本</p>"></iframe>`,
  base: `<head><base href="https://example.com/a/"><base target=_top>${FIRST}</head>`,
  'empty comment': `<!-->${FIRST}<!-- -->`,
  'short comment': `<!--->${FIRST}<!-- -->`,
  'odd end of a comment': `<!-- a --!>${FIRST}<!-- b -->`,
  'comment with tags': `<!-- <html><head><script>0</script> --><!doctype html><html>${FIRST}`,
  'bogus comments': `<!a><?php echo "<b" ?><![CDATA[ a ]]>${FIRST}<p>日本`,
  'doctype with a public id': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml">${FIRST}`,
  'open title': `<title>a${FIRST}`,
  'open textarea': `<textarea>${FIRST}`,
  'open noscript': `<noscript><p>${FIRST}`,
  'open script': `${FIRST}<script>let a = "<head>`,
  'open comment': `${FIRST}<!-- <p>日本`,
  'open tag': `${FIRST}<p title="日本`,
  'end of the head in a string': `<head><script>window.a = "</head><body>"</script>${FIRST}</head>`,
  plaintext: `<head>${FIRST}</head><plaintext><p>日本</plaintext>`,
  'null bytes': `\0<ht\0ml><head>${FIRST}</he\0ad>\0`,
  'a quotation mark in a value': `<html a=b"c>${FIRST}<p title="x">`,
  'a quotation mark in a name': `<html ="><!-- -->${FIRST}<p title="x">`,
  'an end in a value': `<html data-x='>' data-y=">"><head data-z="'>">${FIRST}`,
  'capitals and breaks': `<!DOCTYPE HTML>\r\n<HTML\n\tLANG=th\f>\r<HEAD\n/>${FIRST}<TITLE>日本`,
  'text first': `日本${FIRST}<html><head>`,
  spaces: `\n\t \f\r\n${' '.repeat(3000)}${FIRST}`,
  'svg and math': `<svg><title><b></title><style>a</style></svg><math><mi>x</math>${FIRST}`,
  template: `<template><script>0</script></template>${FIRST}`,
  'own elements': `<title-bar><script-x>${FIRST}</script-x><style-y></style-y></title-bar><textarea-z>日`,
  'long comment': `<!--${'日本 '.repeat(60_000)}--><html>${FIRST}`,
  'body first': `<body onload="1>0"><head>${FIRST}</head></body>`,
  'end tags first': `</p></html></head>${FIRST}`,
  'many unclosed tags': `${FIRST}${'<meta a="'.repeat(20_000)}`,
}

type Encoding = {
  readonly header: string
  readonly start?: string
  readonly encode: (text: string) => Buffer
  readonly read?: (text: string) => string
}

const utf8 = (text: string) => Buffer.from(text)
/** Encodes text as Shift_JIS without the characters that this encoding lacks. */
const sjis = (text: string) =>
  Buffer.concat(
    [...text.replace(/[ก-๛]/g, '')].map(character =>
      Buffer.from(
        character === '日' ? [0x93, 0xfa] : character === '本' ? [0x96, 0x7b] : [character.charCodeAt(0)],
      ),
    ),
  )
const thai = (text: string) =>
  Buffer.from(
    [...text.replace(/[日本]/g, '')].map(each =>
      each >= 'ก' ? each.charCodeAt(0) - 0xe00 + 0xa0 : each.charCodeAt(0),
    ),
  )
const noThai = (text: string) => text.replace(/[ก-๛]/g, '')
const noKanji = (text: string) => text.replace(/[日本]/g, '')
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'UTF-8': { header: 'text/html; charset=utf-8', encode: utf8 },
  'UTF-8 in a strange header': { header: 'TEXT/HTML;x=1 ; charset="UTF-8"', encode: utf8 },
  'UTF-8 without a declaration': { header: 'text/html', encode: utf8 },
  'UTF-8 with a mark': { header: 'text/html; charset=shift_jis', encode: text => utf8(`\uFEFF${text}`) },
  'UTF-16 with a mark': {
    header: 'text/html; charset=utf-8',
    encode: text => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  },
  'UTF-16 in the other order': { header: 'text/html', encode: text => swapped(`\uFEFF${text}`) },
  'UTF-16 in the header': {
    header: 'text/html; charset=utf-16le',
    encode: text => Buffer.from(text, 'utf16le'),
  },
  'UTF-16 that is not true': { header: 'text/html', start: '<meta charset="utf-16">', encode: utf8 },
  'an unknown name': { header: 'text/html; charset=nothing', encode: utf8 },
  'an unknown name, and a true one': {
    ...{ header: 'text/html; charset=nothing', start: '<meta charset="shift_jis">' },
    ...{ encode: sjis, read: noThai },
  },
  Shift_JIS: { header: 'text/html; charset=Shift_JIS', encode: sjis, read: noThai },
  'Shift_JIS in an old meta element': {
    ...{ header: 'text/html', encode: sjis, read: noThai },
    start: '<meta http-equiv=content-type content="text/html;charset=Shift_JIS">',
  },
  'Shift_JIS after a text': {
    ...{ header: 'text/html', encode: sjis, read: noThai },
    start: '<title>日本</title><meta charset="Shift_JIS">',
  },
  'Windows-874': { header: 'text/html; charset=windows-874', encode: thai, read: noKanji },
  'bytes that are not UTF-8': {
    ...{
      header: 'text/html; charset=utf-8',
      encode: text => Buffer.concat([utf8(text), Buffer.from([0xc3, 0x28, 0xff, 0xe0])]),
    },
    read: text => `${text}${new TextDecoder().decode(Uint8Array.of(0xc3, 0x28, 0xff, 0xe0))}`,
  },
}

type Coding = {
  readonly header: string | null
  readonly encode: (bytes: Buffer) => Buffer
  readonly outcome?: Outcome
}

/** How a page arrives: whole; without a body; only its beginning or an error; or never completely. */
type Outcome = 'whole' | 'empty' | 'cut' | 'endless'

const same = (bytes: Buffer) => bytes
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const CODINGS: Readonly<Record<string, Coding>> = {
  'no coding': { header: null, encode: same },
  identity: { header: 'identity', encode: same },
  gzip: { header: 'gzip', encode: bytes => zlib.gzipSync(bytes) },
  'X-GZIP': { header: 'X-GZIP', encode: bytes => zlib.gzipSync(bytes) },
  br: { header: 'br', encode: bytes => zlib.brotliCompressSync(bytes) },
  deflate: { header: 'deflate', encode: bytes => zlib.deflateSync(bytes) },
  'raw deflate': { header: 'deflate', encode: bytes => zlib.deflateRawSync(bytes) },
  'gzip and br': { header: 'gzip, br', encode: bytes => zlib.brotliCompressSync(zlib.gzipSync(bytes)) },
  'gzip that is not': { header: 'gzip', encode: same, outcome: 'cut' },
  'br that is not': { header: 'br', encode: same, outcome: 'cut' },
  'deflate that is not': {
    header: 'deflate',
    encode: bytes => Buffer.concat([Buffer.of(7), bytes]),
    outcome: 'cut',
  },
  'cut gzip': { header: 'gzip', encode: bytes => half(zlib.gzipSync(bytes)), outcome: 'cut' },
  'cut br': { header: 'br', encode: bytes => half(zlib.brotliCompressSync(bytes)), outcome: 'cut' },
  'an unknown coding': { header: 'shared-dict', encode: same, outcome: 'cut' },
}

type Ends = {
  readonly outcome: Outcome
  readonly method?: 'HEAD'
  readonly status?: number
  readonly headers?: (length: number) => Record<string, string | number>
  readonly end?: (outgoing: ServerResponse) => void
}

const ENDS: Readonly<Record<string, Ends>> = {
  chunks: { outcome: 'whole' },
  'its length': { outcome: 'whole', headers: length => ({ 'content-length': length }) },
  'the status 404': { outcome: 'whole', status: 404 },
  'the status 500': { outcome: 'whole', status: 500 },
  'a closed connection': { outcome: 'whole', headers: () => ({ connection: 'close' }) },
  trailers: {
    ...{ outcome: 'whole', headers: () => ({ trailer: 'x-end' }) },
    end: outgoing => {
      outgoing.addTrailers({ 'x-end': '1' })
      outgoing.end()
    },
  },
  'a length that is too large': {
    outcome: 'cut',
    headers: length => ({ 'content-length': length + 9 }),
    end: o => o.destroy(),
  },
  'an early close': { outcome: 'cut', end: outgoing => outgoing.destroy() },
  'no end': { outcome: 'endless', end: () => {} },
  HEAD: { outcome: 'empty', method: 'HEAD', headers: length => ({ 'content-length': length }) },
  'the status 204': { outcome: 'empty', status: 204 },
  'the status 304': { outcome: 'empty', status: 304 },
}

export type HostilePage = {
  readonly name: string
  readonly outcome: Outcome
  readonly status: number
  readonly method: 'GET' | 'HEAD'
  /** The page's text as a browser decodes it. */
  readonly text: string
  /** Offset of the first script in the text. The shim must not come later. */
  readonly first: number
  readonly send: (outgoing: ServerResponse) => void
}

/** Sends bytes in parts that a client receives one at a time, or all at once. */
function write(outgoing: ServerResponse, bytes: Buffer, lengths: () => number, done: () => void): void {
  let at = 0
  const next = () => {
    if (outgoing.destroyed) return
    if (at >= bytes.length) {
      done()
      return
    }
    const part = bytes.subarray(at, at + lengths())
    at += part.length
    outgoing.write(part, () => setImmediate(next))
  }
  next()
}

/** The beginning of a document that browsers show as HTML if its type is missing. */
const GUESSED = /^\s*<(!--|(!doctype html|html|head|script|title|p|body)[\s>])/i

/** Number of bytes in which browsers look for an encoding declaration. */
const DECLARED_IN = 900

/** Returns a page that declares its encoding before its first script, or earlier if that would be too late. */
function declaring(skeleton: string, declaration: string): string {
  return skeleton.indexOf(FIRST) < DECLARED_IN
    ? skeleton.replace(FIRST, declaration + FIRST)
    : declaration + skeleton
}

const PARTS = 40

/** Creates the pages of a seed. Each property of a page cycles through all its values, so that none is missing. */
export function hostilePages(seed: number, count: number): readonly HostilePage[] {
  const random = seededRandom(seed)
  const shuffled = <T>(table: Readonly<Record<string, T>>) =>
    Object.entries(table)
      .map(entry => ({ entry, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry)
  const tables = [shuffled(SKELETONS), shuffled(ENCODINGS), shuffled(CODINGS), shuffled(ENDS)] as const
  const turn = <T>(list: readonly T[], index: number): T => list[index % list.length] ?? pick(random, list)
  return Array.from({ length: count }, (_, index): HostilePage => {
    const round = Math.floor(index / 5)
    const [skeletonName, skeleton] = turn(tables[0], index)
    const [encodingName, encoding] = turn(tables[1], index + round)
    // Most pages arrive whole, because a broken page reveals little about its other properties.
    const [codingName, coding] = turn(
      index % 2 === 0 ? tables[2] : tables[2].filter(([, { outcome }]) => !outcome),
      index + 2 * round,
    )
    const [endName, ends] = turn(
      index % 2 === 1 ? tables[3] : tables[3].filter(([, { outcome }]) => outcome === 'whole'),
      index + 3 * round,
    )
    const source = declaring(skeleton, encoding.start ?? '')
    const text = (encoding.read ?? String)(source)
    const bytes = coding.encode(encoding.encode(source))
    const isByByte = index % 3 === 0
    const longest = isByByte && bytes.length < 3000 ? 1 : Math.ceil(bytes.length / PARTS) * 2
    const isUntyped =
      index % 3 === 1 &&
      encoding.header === 'text/html' &&
      !/^UTF-16 in/.test(encodingName) &&
      GUESSED.test(source)
    const outcome = ends.outcome === 'whole' ? (coding.outcome ?? 'whole') : ends.outcome
    const { status = 200, method = 'GET', headers = () => ({}), end = o => o.end() } = ends
    return {
      name: [`${index}: ${skeletonName}`, encodingName, codingName, endName].join(', '),
      ...{ outcome, status, method, text, first: text.indexOf(FIRST) },
      send(outgoing) {
        if (!isUntyped) outgoing.setHeader('content-type', encoding.header)
        if (coding.header !== null) outgoing.setHeader('content-encoding', coding.header)
        outgoing.writeHead(status, headers(bytes.length))
        write(
          outgoing,
          bytes,
          () => 1 + Math.floor(random() * longest),
          () => end(outgoing),
        )
      },
    }
  })
}
