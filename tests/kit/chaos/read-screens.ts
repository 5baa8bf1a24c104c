import { en } from '#src/i18n/en.ts'
import { formatsOf } from '#src/i18n/format.ts'
import type { TextKey } from '#src/i18n/keys.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'
import css from '#src/ui/phrases.module.css'
import type { Said, SaidOn } from './said.ts'
import { truthOf } from './sentences.ts'
import type { Write } from './writes.ts'

type Pattern = { readonly key: TextKey; readonly matches: RegExp }

const texts = {
  th: { ...first, ...later, ...accountTexts, ...answerTexts, ...receiptTexts, ...writeTexts },
  en,
} as const

/** Replaces no-break spaces, which dates contain, and removes the word joiners and zero-width spaces of Thai texts. */
const plain = (text: string) =>
  text
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\u2060]/g, '')
    .trim()

const escaped = (text: string) => text.replace(/[.*+?^$()[\]\\|]/g, String.raw`\$&`)

/** Returns patterns for the sentences about writes only. Several keys can have the same text. */
const patternsOf = (lang: Lang): readonly Pattern[] =>
  Object.entries(texts[lang]).flatMap(([name, text]) => {
    const key = name as TextKey
    return truthOf(key) === null ? [] : [{ key, matches: patternOf(text) }]
  })

/** Placeholders that are not numbers. */
const words = ['time', 'date', 'code']

export function patternOf(text: string): RegExp {
  const source = escaped(plain(text)).replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, forms?: string) =>
    forms === undefined
      ? `(?<${name}>${words.includes(name) ? '.+' : String.raw`[\d,]+`})`
      : `(?:${forms.replaceAll('\\|', '|')})`,
  )
  return new RegExp(`^${source}$`, 'u')
}

const patterns = { th: patternsOf('th'), en: patternsOf('en') }

/**
 * Returns the texts inside an element, one for each text node. All phrases of a Thai sentence together are one text.
 */
export function textsIn(element: Element): { readonly text: string; readonly parent: Element }[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: { text: string; parent: Element }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const phrase = parent?.classList.contains(css.phrase ?? '') ? parent : null
    // The first phrase stands for the whole sentence.
    if (phrase?.previousElementSibling) continue
    const text = plain((phrase ? phrase.parentElement : node)?.textContent ?? '')
    // Buttons name actions, and the history's filter names states, so these texts say nothing about a write.
    if (text !== '' && parent?.closest('button, fieldset') === null) found.push({ text, parent })
  }
  return found
}

/**
 * Returns the sentences about writes on a screen. The screen's element has its name, and the write or receipt that it
 * shows, as `data-` attributes.
 */
export function readScreen(screen: HTMLElement, lang: Lang, page: SaidOn): Said[] {
  return textsIn(screen).flatMap(({ text, parent }) =>
    patterns[lang].flatMap(({ key, matches }) => {
      const found = matches.exec(text)
      if (found === null || (key.startsWith('error.') && !isReason(screen, parent))) return []
      return [{ key, values: { ...found.groups }, page, ...subjectOf(screen, parent, lang, page) }]
    }),
  )
}

/** True if an error text says why a write was refused, rather than why the screen could not load. */
function isReason({ dataset }: HTMLElement, place: Element): boolean {
  if (dataset.screen === 'history') return place.closest('a') !== null
  if (dataset.screen === 'thanks' || dataset.screen === 'outbox') return true
  // A notice about a write links to the outbox screen.
  return place.closest('[role]')?.querySelector('a[href="/outbox"]') != null
}

type Subject = Pick<Said, 'writes' | 'receipt'>

function subjectOf(screen: HTMLElement, place: Element, lang: Lang, page: SaidOn): Subject {
  const { screen: name, write, receipt } = screen.dataset
  switch (name) {
    case 'thanks':
      return { receipt: null, writes: page.own.filter(({ id }) => id === write) }
    case 'receipt':
      return ofReceipt(receipt ?? '', page)
    case 'history':
      return ofReceipt(place.closest('a')?.getAttribute('href')?.split('/').at(-1) ?? '', page)
    case 'answer':
      return { receipt: null, writes: answersIn(screen, page) }
    default: {
      const item = place.closest('li')
      return { receipt: null, writes: item === null ? [] : writesIn(item, lang, page) }
    }
  }
}

const ofReceipt = (receipt: string, { own }: SaidOn): Subject => ({
  receipt,
  writes: own.filter(({ job }) => job.subject === receipt),
})

const answerOf = ({ job }: Write) => (job.body as { readonly Answer?: string }).Answer

/** Returns the answers whose text is in the form. */
function answersIn(screen: HTMLElement, { own }: SaidOn): Write[] {
  const typed = screen.querySelector('textarea')?.value ?? ''
  return own.filter(write => answerOf(write) === typed)
}

const names = {
  createReceipt: 'outbox.receipt',
  updateReceipt: 'outbox.correction',
  deleteReceipt: 'outbox.withdrawal',
  postAnswer: 'outbox.answer',
} as const satisfies { readonly [route: string]: TextKey }

/** Returns the writes whose contents an item of the outbox screen shows. */
export function writesIn(item: Element, lang: Lang, { own }: SaidOn): Write[] {
  const shown = textsIn(item).map(({ text }) => text)
  const dictionary = texts[lang]
  const f = formatsOf(lang)
  const numberOf = (write: Write) => (write.job.body as { readonly receiptNo?: string }).receiptNo ?? ''
  const hasNumber = (number: string) =>
    shown.includes(plain(dictionary['history.number'].replace('{number}', number)))
  const hasAnyNumber = own.some(write => hasNumber(numberOf(write)))
  return own.filter(write => {
    const { route, subject, body } = write.job
    if (!shown.includes(dictionary[names[route as keyof typeof names]])) return false
    if (route === 'postAnswer') return answerOf(write) === '' || shown.includes(answerOf(write) ?? '')
    // The item of a withdrawal shows the receipt's number only while the page knows the receipt.
    if (route === 'deleteReceipt')
      return !hasAnyNumber || own.some(other => other.job.subject === subject && hasNumber(numberOf(other)))
    return hasNumber(numberOf(write)) && shown.includes(f.money((body as { amount: number }).amount))
  })
}
