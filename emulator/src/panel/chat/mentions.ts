import type { UserMessage } from '../api/types.ts'

/** A possible mention in a group. `userId` is null for a mention of all members. */
export type Mentionable = { readonly name: string; readonly userId: string | null }

type TextMessage = Extract<UserMessage, { readonly type: 'text' }>
type Mentionees = NonNullable<TextMessage['mention']>['mentionees']

/** LINE's maximum of mentions in a message. */
const MAX_MENTIONS = 20

/** The name that the user is typing after an @, and where it begins. */
type Typed = { readonly from: number; readonly name: string }

/** Returns the name after the last @ before the caret; null if the user is not typing one. */
export function typedMention(text: string, caret: number): Typed | null {
  const match = /(?:^|\s)@([^@\n]*)$/.exec(text.slice(0, caret))
  const name = match?.[1]
  return name === undefined ? null : { from: caret - name.length - 1, name }
}

/** Returns the members whose names start with the typed text. */
export function matching(all: readonly Mentionable[], typed: Typed | null): readonly Mentionable[] {
  if (typed === null) return []
  const begin = typed.name.toLowerCase()
  return all.filter(({ name }) => name.toLowerCase().startsWith(begin))
}

/** Returns the text with a mention in place of what the user has typed. */
export function withMention(text: string, caret: number, { name }: Mentionable): string {
  const from = typedMention(text, caret)?.from ?? caret
  return `${text.slice(0, from)}@${name} ${text.slice(caret)}`
}

/** Returns the text as a message with the mentions of those whom the user picked. The longest of several names applies. */
export function textMessage(text: string, picked: readonly Mentionable[]): TextMessage {
  const byLength = [...picked].sort((a, b) => b.name.length - a.name.length)
  const mentionees: Mentionees = []
  let length = 1
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + length)) {
    const found = byLength.find(({ name }) => text.startsWith(`@${name}`, index))
    length = found === undefined ? 1 : found.name.length + 1
    if (found === undefined || mentionees.length === MAX_MENTIONS) continue
    const place = { index, length }
    mentionees.push(
      found.userId === null ? { ...place, type: 'all' } : { ...place, type: 'user', userId: found.userId },
    )
  }
  return { type: 'text', text, ...(mentionees.length === 0 ? {} : { mention: { mentionees } }) }
}
