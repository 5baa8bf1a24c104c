import type { CSSProperties } from 'react'
import { actionOf, nameOfAction } from './actions.ts'
import { useChatTools } from './chat-context.ts'
import styles from './tap-area.module.css'

type TapAreaProps = {
  /** If the action is invalid, nothing is rendered. */
  readonly action: unknown
  /** Accessible name. Default: the action's name. */
  readonly name?: string
  readonly style?: CSSProperties
  readonly onTap?: () => void
}

/**
 * An invisible button over a part of a message. It must be that part's first child, so that buttons inside the part
 * stay in front of it.
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
