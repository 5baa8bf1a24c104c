import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { isoOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { oneLine, textOption, timeOption, wholeNumber } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'

export const questionVerbs: readonly Verb[] = [
  {
    name: 'question set',
    usage:
      'TEXT [--en TEXT] [--choice TEXT]... [--choice-en TEXT]... [--opens TIME] [--closes TIME] [--max-len N]',
    summary: 'Add a question for customers.',
    help: [
      'Customers see the newest open question. Earlier questions accept answers until they close.',
      '--en is the question in English, and --choice-en each choice in English, in the same order. Without them, customers',
      'who use the app in English see the Thai texts.',
      'With --choice (two to ten times) customers choose an answer; without it they write one. Times are ISO 8601 with a',
      'zone. Without --opens the question opens at once; without --closes it stays open. A question cannot be removed,',
      'only replaced by a newer one.',
      '',
      'Example: question set "คอนเสิร์ตครั้งแรกของคุณคือปีไหน" --max-len 100 --closes 2026-12-01T00:00:00+07:00',
    ],
    options: {
      en: { type: 'string' },
      choice: { type: 'string', multiple: true },
      'choice-en': { type: 'string', multiple: true },
      opens: { type: 'string' },
      closes: { type: 'string' },
      'max-len': { type: 'string' },
    },
    args: { min: 1, max: 1 },
    dryRun: true,
    run: setQuestion,
  },
]

async function setQuestion(context: Context): Promise<Outcome> {
  const { db, now, random } = context
  const text = oneLine(context.args[0] ?? '', 'TEXT', bounds.questionLength)
  const english = textOption(context, 'en')
  const textEn = english === undefined ? null : oneLine(english, '--en', bounds.questionLength)
  const choices = choicesIn(context, 'choice')
  const choicesEn = choicesIn(context, 'choice-en')
  if (choicesEn !== null && choicesEn.length !== choices?.length)
    throw new CliError('--choice-en: give one for each --choice, in the same order')
  const opensAt = timeOption(context, 'opens') ?? now
  const closesAt = timeOption(context, 'closes')
  if (closesAt !== null && closesAt <= opensAt) throw new CliError('--closes: must be later than --opens')
  const maxLen = wholeNumber(textOption(context, 'max-len') ?? String(ANSWER_MAX_LENGTH), '--max-len', {
    min: 1,
    max: ANSWER_MAX_LENGTH,
  })
  const id = uuidv7(now, random.bytes(16))
  await db
    .insertInto('question')
    .values({
      id,
      text_th: text,
      text_en: textEn,
      kind: choices ? 'choice' : 'text',
      choices: choices ? JSON.stringify(choices) : null,
      choices_en: choicesEn ? JSON.stringify(choicesEn) : null,
      max_len: maxLen,
      opens_at: opensAt,
      closes_at: closesAt,
    })
    .execute()
  const data = { id, text, textEn, choices, choicesEn, opensAt: isoOf(opensAt) }
  const state = opensAt > now ? 'will open' : 'is open'
  return { lines: [`Question ${id} ${state}: ${text}`], data, detail: data }
}

function choicesIn(context: Context, option: 'choice' | 'choice-en'): string[] | null {
  const given = context.options[option]
  if (!Array.isArray(given)) return null
  const choices = given.map(choice => oneLine(String(choice), `--${option}`, bounds.choiceLength))
  if (
    choices.length < bounds.choices.min ||
    choices.length > bounds.choices.max ||
    new Set(choices).size < choices.length
  ) {
    throw new CliError(`--${option}: give ${bounds.choices.min} to ${bounds.choices.max} different choices`)
  }
  return choices
}
