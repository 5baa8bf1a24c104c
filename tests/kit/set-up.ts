import { type SetUpChange, sectionOf } from '#contract/desk/set-up.ts'
import type { testDesk } from './desk.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof testDesk>>['join']>>

/** Reads the version of the section that a change belongs to, as a page does before it shows the change. */
export async function seenBy(person: Person, change: SetUpChange): Promise<string> {
  return (await person.call('setUp')).body.seen[sectionOf[change.kind]]
}
export async function preview(person: Person, change: SetUpChange) {
  return person.call('previewSetUp', { body: { change, seen: await seenBy(person, change) } })
}
export async function change(person: Person, given: SetUpChange) {
  return person.call('changeSetUp', { body: { change: given, seen: await seenBy(person, given) } })
}

/** Returns a preview's effects as an object: each kind with its count or, if it has none, its text. */
export const effectsOf = (
  shown: Awaited<ReturnType<typeof preview>>,
): Record<string, number | string | null> =>
  Object.fromEntries(shown.body.effects.map(({ kind, count, text }) => [kind, count ?? text]))
