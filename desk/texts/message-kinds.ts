import type { Lang } from '#contract/languages.ts'
import { type MessageKind, messageKind, messageKinds } from '#contract/message-groups.ts'

type Texts = Readonly<Record<`customers.message-kind.${MessageKind}`, string>>

export const messageKindTexts = (lang: Lang): Texts =>
  Object.fromEntries(
    messageKinds.map(kind => [`customers.message-kind.${kind}`, messageKind(kind)[lang]]),
  ) as Texts
