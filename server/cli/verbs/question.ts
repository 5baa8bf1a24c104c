import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { oneLine, textOption, timeOption, wholeNumber } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import { lockCampaign } from '#server/set-up/lock.ts'
import { addQuestion, changeTimes } from '#server/set-up/questions.ts'

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
      'zone. Without --opens the question opens immediately; without --closes it stays open. A question cannot be removed,',
      'only replaced by a newer one.',
      '',
      'Example: question set "คอนเสิร์ตครั้งแรกของคุณคือปีไหน" --max-len 100 --closes 2026-12-01T00:00:00+07:00',
    ],
    dryRun: true,
    run: setQuestion,
  },
  {
    name: 'question times',
    usage: 'ID [--opens TIME] [--closes TIME|now]',
    summary: 'Change when a question opens or closes.',
    help: [
      'ID is the one that `question set` prints. A question that has opened keeps its opening. --closes now ends it at once;',
      'the answers stay.',
      '',
      'Example: question times 01920000-0000-7000-8000-0000000000aa --closes now',
    ],
    dryRun: true,
    run: setTimes,
  },
]

async function setQuestion(context: Context): Promise<Outcome> {
  const { db, now, random } = context
  const text = oneLine(context.args[0] ?? '', 'TEXT', bounds.questionLength)
  const english = textOption(context, 'en')
  const textEn = english === undefined ? null : oneLine(english, '--en', bounds.questionLength)
  const choices = choicesIn(context, 'choice')
  const choicesEn = choicesIn(context, 'choice-en')
  const opensAt = timeOption(context, 'opens') ?? now
  const closesAt = timeOption(context, 'closes')
  const maxLength = wholeNumber(textOption(context, 'max-len') ?? String(ANSWER_MAX_LENGTH), '--max-len', {
    min: 1,
    max: ANSWER_MAX_LENGTH,
  })
  const given = { textTh: text, textEn, choices, choicesEn, maxLength, opensAt, closesAt }
  const { id } = await addQuestion(db, given, now, random)
  const detail = { id, text, textEn, choices, choicesEn, opensAt: isoOf(opensAt) }
  const state = opensAt > now ? 'will open' : 'is open'
  return { lines: [`Question ${id} ${state}: ${text}`], detail }
}

async function setTimes(context: Context): Promise<Outcome> {
  const { db, now, args } = context
  const isNow = textOption(context, 'closes') === 'now'
  const opensAt = timeOption(context, 'opens') ?? undefined
  const closesAt = isNow ? now : (timeOption(context, 'closes') ?? undefined)
  if (opensAt === undefined && closesAt === undefined)
    throw new CliError('Nothing to set: give --opens or --closes')
  await lockCampaign(db)
  const { after } = await changeTimes(db, args[0] ?? '', { opensAt, closesAt }, now)
  const detail = {
    id: after.id,
    opensAt: isoOf(after.opens_at),
    closesAt: after.closes_at === null ? null : isoOf(after.closes_at),
  }
  const closes = after.closes_at === null ? 'stays open' : `closes ${bangkokTime(after.closes_at)}`
  return {
    lines: [`Question ${after.id} opens ${bangkokTime(after.opens_at)} and ${closes}: ${after.text_th}`],
    detail,
  }
}

function choicesIn(context: Context, option: 'choice' | 'choice-en'): string[] | null {
  const given = context.options[option]
  if (!Array.isArray(given)) return null
  return given.map(choice => oneLine(String(choice), `--${option}`, bounds.choiceLength))
}
