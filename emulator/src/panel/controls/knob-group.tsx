import type { ReactNode } from 'react'
import { useStored } from '../state/use-stored.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './knob-group.module.css'

type KnobGroupProps = {
  readonly title: string
  /** The current values in a few words, for when the group is closed. */
  readonly summary: string
  readonly children: ReactNode
}

/** A group of knobs that can be closed. The panel remembers which groups are closed. */
export function KnobGroup({ title, summary, children }: KnobGroupProps) {
  const [open, setOpen] = useStored(`group:${title}`, true)
  return (
    <details className={styles.group} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        <small title={summary}>{summary}</small>
        <Icon name="down" size={13} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
