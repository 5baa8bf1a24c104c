import type { UserMessage } from '../api/types.ts'

/** If `userId` is null, all members are mentioned. */
export type Mentionable = { readonly name: string; readonly userId: string | null }

type TextMessage = Extract<UserMessage, { readonly type: 'text' }>
type Mentionees = NonNullable<TextMessage['mention']>['mentionees']

const MAX_MENTIONS = 20

type Typed = { readonly from: number; readonly name: string }

/** Parses the text before the caret. Returns null if the user is not typing a mention. */
export function typedMention(text: string, caret: number): Typed | null {
  const match = /(?:^|\s)@([^@\n]*)$/.exec(text.slice(0, caret))
  const name = match?.[1]
  return name === undefined ? null : { from: caret - name.length - 1, name }
}

export function matching(all: readonly Mentionable[], typed: Typed | null): readonly Mentionable[] {
  if (typed === null) return []
  const begin = typed.name.toLowerCase()
  return all.filter(({ name }) => name.toLowerCase().startsWith(begin))
}

export function withMention(text: string, caret: number, { name }: Mentionable): string {
  const from = typedMention(text, caret)?.from ?? caret
  return `${text.slice(0, from)}@${name} ${text.slice(caret)}`
}

/** Turns the chosen names in the text into mentions. If several match, the longest one applies. */
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
