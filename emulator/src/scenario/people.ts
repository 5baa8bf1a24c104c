import { DEFAULT_SCENARIO } from './defaults.ts'
import type { ScenarioInput } from './schema.ts'

type Person = Pick<ScenarioInput['users'][number], 'displayName' | 'statusMessage' | 'email'>

/** In the same order as `DEFAULT_SCENARIO.users`, which has the Thai names. */
const PEOPLE: Readonly<Record<'en' | 'ja' | 'zh', readonly Person[]>> = {
  en: [
    { displayName: 'Emma Carter', statusMessage: 'What a day', email: 'emma.carter@example.com' },
    { displayName: 'Daniel Brooks', statusMessage: 'Coffee first', email: 'daniel.b@example.com' },
    { displayName: 'Zoe 🌷', statusMessage: null, email: null },
  ],
  ja: [
    { displayName: '佐藤 花子', statusMessage: 'いい一日', email: 'hanako.sato@example.com' },
    { displayName: '鈴木 健太', statusMessage: 'まずはコーヒー', email: 'kenta.s@example.com' },
    { displayName: '美咲 🌷', statusMessage: null, email: null },
  ],
  zh: [
    { displayName: '陳怡君', statusMessage: '美好的一天', email: 'yijun.chen@example.com' },
    { displayName: '林志明', statusMessage: '先喝咖啡', email: 'zhiming.l@example.com' },
    { displayName: '小芸 🌷', statusMessage: null, email: null },
  ],
}

export function peopleFor(language: string): ScenarioInput['users'] {
  const [short = ''] = language.toLowerCase().split('-')
  if (short === 'th') return DEFAULT_SCENARIO.users
  const people = short === 'ja' || short === 'zh' ? PEOPLE[short] : PEOPLE.en
  return DEFAULT_SCENARIO.users.map((user, index) => ({ ...user, ...people[index] }))
}
