import { type Fields, fieldsOf } from '../../fields.ts'
import { useTexts } from '../language/use-texts.tsx'
import { actionOf, nameOfAction, type TapAction } from './actions.ts'
import { useChatTools } from './chat-context.ts'
import styles from './composer.module.css'
import { drawEach } from './draw-each.ts'
import { listOf, textOf } from './fields.ts'
import { Picture } from './picture.tsx'

/** LINE keeps the quick replies after these actions, because the user has not replied yet. */
const KEEPS: readonly TapAction['type'][] = ['camera', 'cameraRoll', 'location', 'datetimepicker', 'uri']

type QuickRepliesProps = {
  readonly message: Fields
  /** Called after a tap that removes the quick replies. */
  readonly onReply: () => void
}

export function QuickReplies({ message, onReply }: QuickRepliesProps) {
  const { chat } = useTexts()
  const { tap } = useChatTools()
  const items = listOf(fieldsOf(message.quickReply).items).flatMap(item => {
    const action = actionOf(item.action)
    return action === null ? [] : [{ action, imageUrl: textOf(item.imageUrl) }]
  })
  if (items.length === 0) return null
  return (
    <section className={styles.quick} aria-label={chat.quickReplies}>
      {drawEach(items, ({ action, imageUrl }) => (
        <button
          type="button"
          onClick={() => {
            tap(action)
            if (!KEEPS.includes(action.type)) onReply()
          }}
        >
          {imageUrl !== '' && <Picture url={imageUrl} className={styles.quickIcon} />}
          {nameOfAction(action)}
        </button>
      ))}
    </section>
  )
}
