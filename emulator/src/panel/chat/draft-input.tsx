import type { RefObject } from 'react'
import { Composer } from './composer.tsx'
import { MentionList } from './mention-list.tsx'
import { QuoteBar } from './quote.tsx'
import type { Draft } from './use-draft.ts'

type DraftInputProps = {
  readonly ref: RefObject<HTMLTextAreaElement | null>
  readonly draft: Draft
  readonly attaching: boolean
  readonly onAttach: () => void
}

export function DraftInput({ ref, draft, attaching, onAttach }: DraftInputProps) {
  const { quote, offered, text } = draft
  const thenFocus = (change: () => void) => {
    change()
    ref.current?.focus()
  }
  return (
    <>
      {quote !== undefined && (
        <QuoteBar entry={quote} onCancel={() => thenFocus(() => draft.setQuote(undefined))} />
      )}
      <MentionList offered={offered} onPick={one => thenFocus(() => draft.pick(one))} />
      <Composer
        ref={ref}
        text={text}
        onText={draft.setText}
        onCaret={draft.setCaret}
        onSend={() => void draft.submit()}
        attaching={attaching}
        onAttach={onAttach}
      />
    </>
  )
}
