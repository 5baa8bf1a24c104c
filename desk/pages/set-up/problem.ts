import * as v from 'valibot'
import { type SetUpChange, setUpChange } from '#contract/desk/set-up.ts'
import { type TextKey, th } from '../../texts/th.ts'

type Problem = {
  /** Label of the field. */
  readonly field: TextKey
  readonly text: 'empty' | 'long' | 'lines' | 'number' | 'large' | 'moment' | 'characters'
  readonly max: number
}

/** For each kind of change, the labels of fields whose names mean something else in other changes. */
const labels: Partial<Record<SetUpChange['kind'], Readonly<Record<string, TextKey>>>> = {
  question: {
    textTh: 'set-up.questions.text-th',
    textEn: 'set-up.questions.text-en',
    choices: 'set-up.questions.choices-th',
    th: 'set-up.questions.choices-th',
    en: 'set-up.questions.choices-en',
    opensAt: 'set-up.field.opens',
    closesAt: 'set-up.field.closes',
  },
  'question-times': { opensAt: 'set-up.field.opens', closesAt: 'set-up.field.closes' },
  reward: { opensAt: 'set-up.field.usableFromAt', closesAt: 'set-up.field.usableUntilAt' },
}

/** Returns the first field that the server would not accept, or null. A wrong number or time in a change is NaN. */
export function problemIn(change: SetUpChange): Problem | null {
  const { issues } = v.safeParse(setUpChange, change)
  const [issue] = issues ?? []
  if (!issue) return null
  const keys = (issue.path ?? []).map(({ key }) => key).filter(key => typeof key === 'string')
  const name = keys.at(-1) ?? ''
  const own = `set-up.field.${name}`
  const field = labels[change.kind]?.[name] ?? (own in th ? (own as TextKey) : 'set-up.value')
  const max = 'requirement' in issue && typeof issue.requirement === 'number' ? issue.requirement : 0
  return { field, text: textOf(issue, name), max }
}

function textOf({ type, input }: { type: string; input: unknown }, name: string): Problem['text'] {
  if (type === 'min_length') return 'empty'
  if (type === 'max_length') return Array.isArray(input) ? 'lines' : 'long'
  if (type === 'regex') return 'characters'
  if (type === 'max_value') return 'large'
  return /(At|By)$/.test(name) ? 'moment' : 'number'
}
