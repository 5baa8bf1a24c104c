import type { CSSProperties } from 'react'
import { actionOf, nameOfAction } from './actions.ts'
import { useChatTools } from './chat-context.ts'
import styles from './tap-area.module.css'

type TapAreaProps = {
  /** LINE's action object. Without a valid one, nothing is rendered. */
  readonly action: unknown
  /** Name of the button, if it is not that of the action. */
  readonly name?: string
  readonly style?: CSSProperties
  /** Called before the tap runs the action. */
  readonly onTap?: () => void
}

/**
 * An invisible button over a part of a message. It is the first child of that part, and not its parent, because the part
 * can contain buttons of its own, which are in front of it.
 */
export function TapArea({ action: value, name, style, onTap }: TapAreaProps) {
  const { tap } = useChatTools()
  const action = actionOf(value)
  if (action === null) return null
  return (
    <button
      type="button"
      className={styles.area}
      style={style}
      aria-label={name || nameOfAction(action)}
      onClick={() => {
        onTap?.()
        tap(action)
      }}
    />
  )
}
