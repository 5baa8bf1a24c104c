import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { approvedActions, directActions } from '#contract/actions.ts'
import { setUpChange } from '#contract/desk/set-up.ts'
import { langs } from '#contract/languages.ts'
import { nameOfAction } from '#desk/texts/audit-actions.ts'
import { verbs } from '#server/cli/verbs.ts'

const server = join(import.meta.dirname, '../../../server')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(join(server, file), 'utf8'))

/** The actions that the server's code writes to the audit log. */
const written = sources.flatMap(text =>
  [
    ...text.matchAll(/\baudit\(\s*'([^']+)'/g),
    ...text.matchAll(/\b(?:record|recordOnce)\(\s*\w+, '([^']+)'/g),
    ...text.matchAll(/\baction: '([^']+)'/g),
  ].map(([, action = '']) => action),
)
/** A column and a request, which look like actions in the code. */
const OTHERS = ['text', 'draw-seal']
const actions = [
  ...verbs.map(({ name }) => name),
  ...Object.values({ ...directActions, ...approvedActions }).map(({ name }) => `desk ${name}`),
  ...setUpChange.options.map(({ entries }) => `desk set-up ${entries.kind.literal}`),
  'desk approve',
  'desk refuse',
  ...written.filter(action => !OTHERS.includes(action)),
]

describe('the audit page', () => {
  test('knows the actions that the code writes', () => {
    for (const action of ['receipts undo', 'desk sign-in', 'desk customer view', 'receipts skip', 'db copy'])
      expect(actions).toContain(action)
  })

  test.each(langs)('says in words what each action did: %s', language => {
    const unnamed = actions.filter(action => action !== 'desk set-up')
    expect(unnamed.filter(action => nameOfAction(action, language) === action)).toEqual([])
  })

  test('shows an action that it does not know as it is', () => {
    expect(nameOfAction('desk fly', 'en')).toBe('desk fly')
  })
})
