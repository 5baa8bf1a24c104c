import { useState } from 'react'
import type { PhaseList } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import styles from './phases.module.css'

type PhasesProps = {
  readonly list: PhaseList
  readonly onApply: (id: string) => Promise<void>
}

export function Phases({ list, onApply }: PhasesProps) {
  const { controls, lang } = useTexts()
  const [applying, setApplying] = useState<string>()
  const apply = async (id: string) => {
    setApplying(id)
    await onApply(id)
    setApplying(undefined)
  }
  return (
    <fieldset className={styles.phases} aria-label={controls.phase} aria-busy={applying !== undefined}>
      <p className={styles.note}>{controls.phaseNote}</p>
      {list.phases.map(({ id, label }) => (
        <Button
          key={id}
          title={controls.phaseTitle}
          aria-pressed={id === (applying ?? list.current)}
          disabled={applying !== undefined}
          onClick={() => void apply(id)}
        >
          {label[lang] ?? label.en}
        </Button>
      ))}
    </fieldset>
  )
}
