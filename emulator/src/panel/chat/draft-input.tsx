import type { FormEvent, RefObject } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './composer.module.css'
import { drawEach } from './draw-each.ts'
import { QuoteBar } from './quote.tsx'
import type { Draft } from './use-draft.ts'

type DraftInputProps = {
  readonly ref: RefObject<HTMLTextAreaElement | null>
  readonly draft: Draft
  readonly attaching: boolean
  readonly onAttach: () => void
}

/** Maximum length that LINE allows for a typed message, in characters. */
const MAX_TEXT = 5000

/** The input for messages. Enter sends the text, and Shift+Enter starts a new line. */
export function DraftInput({ ref, draft, attaching, onAttach }: DraftInputProps) {
  const { chat, composer } = useTexts()
  const { quote, offered, text } = draft
  const thenFocus = (change: () => void) => {
    change()
    ref.current?.focus()
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '') void draft.submit()
  }
  return (
    <>
      {quote !== undefined && (
        <QuoteBar entry={quote} onCancel={() => thenFocus(() => draft.setQuote(undefined))} />
      )}
      {offered.length > 0 && (
        <section className={styles.quick} aria-label={composer.mention}>
          {drawEach(offered, one => (
            <button type="button" onClick={() => thenFocus(() => draft.pick(one))}>
              @{one.name}
            </button>
          ))}
        </section>
      )}
      <form className={styles.composer} onSubmit={send}>
        <button type="button" aria-label={composer.attach} aria-expanded={attaching} onClick={onAttach}>
          <Icon name={attaching ? 'close' : 'plus'} size={20} />
        </button>
        <textarea
          ref={ref}
          rows={1}
          maxLength={MAX_TEXT}
          aria-label={chat.message}
          placeholder={chat.placeholder}
          value={text}
          onChange={({ target }) => draft.setText(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => draft.setCaret(currentTarget.selectionStart)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <button type="submit" aria-label={chat.send} disabled={text.trim() === ''}>
          <Icon name="send" size={20} />
        </button>
      </form>
    </>
  )
}
