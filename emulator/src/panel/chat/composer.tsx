import type { FormEvent, Ref } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './composer.module.css'

type ComposerProps = {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly text: string
  readonly onText: (text: string, caret: number) => void
  readonly onCaret: (caret: number) => void
  readonly onSend: () => void
  readonly attaching: boolean
  readonly onAttach: () => void
}

/** Maximum length that LINE allows for a typed message, in characters. */
const MAX_TEXT = 5000

/** Enter sends the text; Shift+Enter starts a new line. */
export function Composer({ ref, text, onText, onCaret, onSend, attaching, onAttach }: ComposerProps) {
  const { chat, composer } = useTexts()
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '') onSend()
  }
  return (
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
        onChange={({ target }) => onText(target.value, target.selectionStart)}
        onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
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
  )
}
