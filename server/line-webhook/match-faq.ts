import type { QuestionId } from '#campaign/faq.ts'
import { faqWords } from '#campaign/faq-words.ts'
import type { Lang } from '#contract/languages.ts'

/** Longer texts are left to the staff, because they may contain any keyword. */
const LONGEST = 200
const THAI = /[\u0e00-\u0e7f]/

export const isThai = (text: string): boolean => THAI.test(text)

/** Returns null if a text has neither Thai nor Latin letters, such as a sticker's. */
export const languageIn = (text: string): Lang | null =>
  isThai(text) ? 'th' : /[a-z]/i.test(text) ? 'en' : null

/** Common misspellings in chats, corrected in both messages and keywords. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/เเ/g, 'แ'],
  [/ํา/g, 'ำ'],
  // Three or more identical characters are for emphasis.
  [/(.)\1{2,}/gu, '$1'],
  // Tone marks and the mark above silent letters are often omitted or wrong.
  [/[\u0e47-\u0e4c]/g, ''],
  [/ใบเสด|ใบเสจ|ใบเสรด|ไบเสรจ/g, 'ใบเสรจ'],
  [/สลิบ/g, 'สลิป'],
  [/เมือไหร|เมือใด/g, 'เมือไร'],
  [/ยังงัย|ยังงาย/g, 'ยังไง'],
  [/มัย(?!น)|หมัย/g, 'ไหม'],
  [/รางวัน/g, 'รางวัล'],
  [/อินเตอรเนต|อินเตอเนต|อินเทอเนต/g, 'อินเทอรเนต'],
]

function normalised(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replaceAll(/([\u0e00-\u0e7f])(?=[a-z0-9])|([a-z0-9])(?=[\u0e00-\u0e7f])/g, '$1$2 ')
  return SPELLINGS.reduce((done, [pattern, spelling]) => done.replaceAll(pattern, spelling), words).trim()
}

type Message = { readonly thai: string; readonly words: ReadonlySet<string> }

function messageOf(text: string): Message {
  const parts = normalised(text).split(' ')
  return {
    thai: normalised(parts.filter(isThai).join('')),
    words: new Set(parts.filter(part => !isThai(part))),
  }
}

const contains = ({ thai, words }: Message, word: string): boolean =>
  isThai(word) ? thai.includes(word) : words.has(word) || words.has(`${word}s`)

type Line = readonly (readonly string[])[]
const questions = Object.entries(faqWords).map(([id, lines]) => ({
  id: id as QuestionId,
  lines: lines.map((line): Line => line.split(' ').map(group => group.split('|').map(normalised))),
}))

const wordsFound = (message: Message, line: Line): number =>
  line.every(group => group.some(word => contains(message, word))) ? line.length : 0

export function questionFor(text: string): QuestionId | null {
  if (text.length > LONGEST) return null
  const message = messageOf(text)
  let best: { readonly id: QuestionId; readonly found: number } | null = null
  for (const { id, lines } of questions) {
    const found = Math.max(...lines.map(line => wordsFound(message, line)))
    if (found > (best?.found ?? 0)) best = { id, found }
  }
  return best?.id ?? null
}
