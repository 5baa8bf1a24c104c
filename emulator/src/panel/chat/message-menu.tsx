import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './message-menu.module.css'

export type MenuItem = {
  readonly name: string
  readonly title?: string
  readonly isDestructive?: boolean
  readonly onPick: () => void
}

type MessageMenuProps = {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly items: readonly MenuItem[]
}

/** Returns the side of the button on which the message list has room for the menu. */
function sideOf(opener: HTMLElement): { readonly x: 'start' | 'end'; readonly y: 'above' | 'below' } {
  const place = opener.getBoundingClientRect()
  const list = opener.closest('[role="log"]')?.getBoundingClientRect() ?? place
  return {
    x: place.left - list.left > list.width / 2 ? 'end' : 'start',
    y: place.top - list.top > list.height / 2 ? 'above' : 'below',
  }
}

/** The menu that LINE opens on a long press. */
export function MessageMenu({ open, onOpen, items }: MessageMenuProps) {
  const { composer } = useTexts()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [side, setSide] = useState<ReturnType<typeof sideOf>>({ x: 'end', y: 'above' })
  const placed = (list: HTMLElement | null) => {
    if (list === null || opener.current === null) return
    const next = sideOf(opener.current)
    setSide(before => (before.x === next.x && before.y === next.y ? before : next))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    onOpen(false)
    opener.current?.focus()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onOpen(false)
  }
  return (
    <fieldset className={styles.menu} onKeyDown={onKey} onBlur={onBlur}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={composer.messageMenu}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
      >
        <Icon name="menu" size={14} />
      </button>
      {open && (
        <div ref={placed} id={id} className={styles.choices} data-x={side.x} data-y={side.y}>
          {items.map(({ name, title, isDestructive = false, onPick }) => (
            <button
              key={name}
              type="button"
              title={title}
              data-destructive={isDestructive || undefined}
              onClick={() => {
                onOpen(false)
                onPick()
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  )
}
