import type { FormEvent, Ref } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './composer.module.css'

type ComposerProps = {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (text: string) => void
}

/** LINE's limit of a message that a user types. */
const MAX_TEXT = 5000

/** The input in which the user types. Enter sends the text; Shift and Enter begin a new line. */
export function Composer({ ref, text, onText, onSend }: ComposerProps) {
  const { chat } = useTexts()
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '') onSend(text)
  }
  return (
    <form className={styles.composer} onSubmit={send}>
      <textarea
        ref={ref}
        rows={1}
        maxLength={MAX_TEXT}
        aria-label={chat.message}
        placeholder={chat.placeholder}
        value={text}
        onChange={event => onText(event.target.value)}
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
