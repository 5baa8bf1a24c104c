/**
 * Finds the first syllable of a Thai name by spelling rules, because Thai is written without breaks between syllables
 * and `Intl.Segmenter` finds only words. The rules are made for names; common exceptions are listed.
 */

/** A vowel sign after, above or below its consonant. `R` stands for `รร`, a vowel that is written like consonants. */
const VOWEL = /[ะัาำิีึืุูๅ็ฤR]/
const TONE = /[\u0e48-\u0e4b]/
/** One or two consonants that are written but not pronounced. */
const SILENT = /^(?:[ก-ฮ]|ทร|ตร|ดร|ษณ)[ิุ]?\u0e4c/
/** Characters that cannot begin a syllable. */
const BOUND = /[ะัาำิีึืุูๅ็\u0e48-\u0e4c]/

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Consonant pairs that begin a syllable. */
const CLUSTERS = words(
  'กร กล กว ขร ขล ขว คร คล คว ตร ปร ปล ผล พร พล ทร สร ศร ดร บร บล ฟร ฟล หง หญ หน หม หย หร หล หว',
)
/** Clusters that can also begin a syllable without a written vowel, for example ทรง. */
const BARE_CLUSTERS = words('ทร ตร กล ปล คร')
/** Pairs that begin a syllable only after a leading vowel, for example in เจริญ. */
const SPANNED = words('จร ฉล สถ ผด กษ')
/** Common first elements of two consonants, for example พร in พรชนก. */
const PAIRS = words('พร พง สม ธน วร นพ ศร พล')
/** Common first elements that the rules would split. */
const WHOLE =
  /^(?:กนก|ชนก|กุล|กาญ|เกศ|เบญ|ยศ|ยุทธ|ริน|เอก|สม(?=ฤ)|เกียรติ|ชาติ|โชติ(?=$|รส|ช)|ญาติ|ธาตุ|สาย|เพชร|ภูมิ$|พรหม|ธRม|สวัสดิ์|วุฒิ|จิตร|บุตร|มิตร|เนตร|ไทย|เสน่ห์|เกษม)/

const isSign = (char: string | undefined): boolean =>
  char !== undefined && (VOWEL.test(char) || TONE.test(char))

/** True for a consonant without a written vowel. An อ between consonants is a vowel, for example in ทอง. */
const bare = (s: string, at: number): boolean =>
  /[ก-ฮ]/.test(s[at] ?? '') && !isSign(s[at + 1]) && (s[at + 1] !== 'อ' || isSign(s[at + 2]))

/** Counts the consonants without a written vowel, starting at `at` and ending before a silent consonant. */
function bareRun(s: string, at: number): number {
  let end = at
  while (bare(s, end) && !SILENT.test(s.slice(end))) end += 1
  return end - at
}

const endsInCluster = (s: string, end: number): boolean =>
  VOWEL.test(s[end + 1] ?? '') && CLUSTERS.has(`${s[end - 1]}${s[end]}`)

type Vowel = {
  readonly end: number
  /** Whether a consonant ends the syllable: `always`, `never`, or depending on the following consonants. */
  readonly final: 'always' | 'never' | 'short' | 'long'
}

/** Returns the first syllable of a Thai text, which can be the whole text. */
export function firstSyllable(text: string): string {
  // `รร` is the vowel in พรรณ, unless the second ร has its own vowel, as in อมรรัตน์.
  const s = text.replace(/รร(?![ะัาำิีึืุูๅ็\u0e48-\u0e4b])/g, 'R')
  let end = endOfSyllable(s)
  while (end < s.length && BOUND.test(s[end] ?? '')) end += 1
  return s.slice(0, end).replaceAll('R', 'รร')
}

function endOfSyllable(s: string): number {
  const whole = WHOLE.exec(s)?.[0].length ?? 0
  if (whole > 0 && !BOUND.test(s[whole] ?? '')) return whole
  const leading = /^[เแโใไ]/.exec(s)?.[0] ?? ''
  const start = leading.length
  if (leading === '') {
    const implied = impliedVowel(s)
    if (implied !== null) return silentEnd(s, implied)
  }
  const vowel = vowelAt(s, start + onsetLength(s, start, leading), leading)
  return silentEnd(s, finalEnd(s, vowel))
}

function onsetLength(s: string, start: number, leading: string): number {
  const pair = s.slice(start, start + 2)
  const after = s[start + 2] ?? ''
  if (leading === '') return CLUSTERS.has(pair) && !bare(s, start + 1) ? 2 : 1
  if (SPANNED.has(pair)) return 2
  // After เ, a sign on the second consonant can belong to a vowel such as เ-ีย. After other leading vowels, such a sign
  // begins a syllable.
  const ownVowel = leading === 'เ' ? /[ะุูำ]/.test(after) : VOWEL.test(after) && after !== '็'
  return CLUSTERS.has(pair) && after !== '' && !ownVowel ? 2 : 1
}

/** Returns the end of a first syllable without a written vowel, for example สม; null if the vowel is written. */
function impliedVowel(s: string): number | null {
  if (!bare(s, 0)) return null
  const [, second = '', third = ''] = s
  if (second === 'ว' && /[งนยกดบมล]/.test(third) && bare(s, 1) && bare(s, 2)) return 3
  if (CLUSTERS.has(s.slice(0, 2)) && !bare(s, 1)) return null
  let run = bareRun(s, 0)
  if (endsInCluster(s, run) && run > 1) run -= 1
  if (run === 0) return null
  if (run % 2 === 0) return 2
  if (run >= 3 && BARE_CLUSTERS.has(s.slice(0, 2))) return 3
  return run >= 5 && PAIRS.has(s.slice(0, 2)) ? 2 : 1
}

function vowelAt(s: string, from: number, leading: string): Vowel {
  const toned = TONE.test(s[from] ?? '')
  const at = toned ? from + 1 : from
  const sign = s[at] ?? ''
  /** Skips the sign, a tone mark, and one of the letters that complete the vowel. */
  const past = (letters: string): number => {
    const next = TONE.test(s[at + 1] ?? '') ? at + 2 : at + 1
    return letters.includes(s[next] ?? '-') && !VOWEL.test(s[next + 1] ?? '') ? next + 1 : next
  }
  if (leading === 'ใ' || leading === 'ไ') return { end: at, final: 'never' }
  switch (sign) {
    case 'ะ':
    case 'ำ':
      return { end: at + 1, final: 'never' }
    case 'า':
      return leading === 'เ' ? { end: past('ะ'), final: 'never' } : { end: at + 1, final: 'long' }
    case 'ั':
      return past('ว') > past('') ? { end: past('ว'), final: 'long' } : { end: past(''), final: 'always' }
    case 'ี':
      return { end: past(leading === 'เ' ? 'ย' : ''), final: 'long' }
    case 'ื':
      return { end: past('อ'), final: 'long' }
    case 'ู':
    case 'R':
      return { end: past(''), final: 'long' }
    case 'ุ':
    case 'ฤ':
      return { end: past(''), final: TONE.test(s[at + 1] ?? '') ? 'always' : 'short' }
    case 'ิ':
      return { end: past(''), final: leading !== '' || TONE.test(s[at + 1] ?? '') ? 'always' : 'short' }
    case 'ึ':
    case '็':
      return { end: past(''), final: 'always' }
    default:
      break
  }
  if (leading === 'เ' && (sign === 'ย' || sign === 'อ') && bare(s, at)) return { end: at + 1, final: 'never' }
  if (leading !== '') return { end: at, final: 'long' }
  if (sign === 'อ' && !isSign(s[at + 1])) return { end: at + 1, final: 'long' }
  return { end: at, final: toned ? 'always' : 'never' }
}

function finalEnd(s: string, { end, final }: Vowel): number {
  if (final === 'never' || !/[ก-ฮ]/.test(s[end] ?? '')) return end
  if (final === 'always')
    return s[end + 1] === 'ร' && bare(s, end + 1) && bareRun(s, end + 1) % 2 === 1 ? end + 2 : end + 1
  let run = bareRun(s, end)
  if (final === 'long' && run > 0 && endsInCluster(s, end + run)) run -= 1
  return run % 2 === 1 ? end + 1 : end
}

function silentEnd(s: string, end: number): number {
  const silent = SILENT.exec(s.slice(end))?.[0]
  return silent === undefined ? end : end + silent.length
}
