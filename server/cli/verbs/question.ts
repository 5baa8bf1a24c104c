import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { isoOf, isoOrNull } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { runAction } from '#server/cli/action-verb.ts'
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
  const textTh = oneLine(context.args[0] ?? '', 'TEXT', bounds.questionLength)
  const english = textOption(context, 'en')
  const opensAt = timeOption(context, 'opens')
  const length = textOption(context, 'max-len') ?? String(ANSWER_MAX_LENGTH)
  const change = {
    kind: 'question',
    textTh,
    textEn: english === undefined ? null : oneLine(english, '--en', bounds.questionLength),
    choices: pairsIn(context),
    maxLength: wholeNumber(length, '--max-len', { min: 1, max: ANSWER_MAX_LENGTH }),
    opensAt,
    closesAt: timeOption(context, 'closes'),
  } as const
  const { detail } = await runAction('changeSetUp', context, { change, seen: null })
  const state = opensAt !== null && opensAt > context.now ? 'will open' : 'is open'
  const data = { ...detail, opensAt: isoOf(opensAt ?? context.now) }
  return { lines: [`Question ${detail.id} ${state}: ${textTh}`], data, detail }
}

async function setTimes(context: Context): Promise<Outcome> {
  const isNow = textOption(context, 'closes') === 'now'
  const opensAt = timeOption(context, 'opens') ?? undefined
  const closesAt = isNow ? 'now' : (timeOption(context, 'closes') ?? undefined)
  if (opensAt === undefined && closesAt === undefined)
    throw new CliError('Nothing to set: give --opens or --closes')
  const id = context.args[0] ?? ''
  const change = { kind: 'question-times', id, opensAt, closesAt } as const
  const { answer, detail } = await runAction('changeSetUp', context, { change, seen: null })
  const after = answer.questions.find(question => question.id === id)
  if (!after) throw new Error(`${id}: the question that was changed is gone`)
  const closes = after.closesAt === null ? 'stays open' : `closes ${bangkokTime(after.closesAt)}`
  return {
    lines: [`Question ${id} opens ${bangkokTime(after.opensAt)} and ${closes}: ${after.text.th}`],
    data: { id, opensAt: isoOf(after.opensAt), closesAt: isoOrNull(after.closesAt) },
    detail,
  }
}

function pairsIn(context: Context) {
  const choices = choicesIn(context, 'choice')
  const english = choicesIn(context, 'choice-en')
  if (english !== null && english.length !== choices?.length)
    throw new CliError('--choice-en: give one for each --choice, in the same order')
  return choices?.map((th, index) => ({ th, en: english?.[index] ?? null })) ?? null
}

function choicesIn(context: Context, option: 'choice' | 'choice-en'): string[] | null {
  const given = context.options[option]
  if (!Array.isArray(given)) return null
  return given.map(choice => oneLine(String(choice), `--${option}`, bounds.choiceLength))
}
