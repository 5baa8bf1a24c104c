import type { ReactNode } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { useStored } from '../state/use-stored.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './knob-group.module.css'
import type { GroupId } from './settings-index.ts'

type KnobGroupProps = {
  readonly group: GroupId
  /** A short summary of the current values, shown while the group is closed. */
  readonly summary: string
  readonly children: ReactNode
}

export function KnobGroup({ group, summary, children }: KnobGroupProps) {
  const { controls } = useTexts()
  const [open, setOpen] = useStored(`group:${group}`, true)
  return (
    <details className={styles.group} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{controls.groups[group]}</h2>
        <small title={summary}>{summary}</small>
        <Icon name="down" size={13} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
