import { useTexts } from '../language/use-texts.tsx'
import styles from './composer.module.css'
import { drawEach } from './draw-each.ts'
import type { Mentionable } from './mentions.ts'

type MentionListProps = {
  readonly offered: readonly Mentionable[]
  readonly onPick: (one: Mentionable) => void
}

/** Suggests members while the user types a name after an @. */
export function MentionList({ offered, onPick }: MentionListProps) {
  const { composer } = useTexts()
  if (offered.length === 0) return null
  return (
    <section className={styles.quick} aria-label={composer.mention}>
      {drawEach(offered, one => (
        <button type="button" onClick={() => onPick(one)}>
          @{one.name}
        </button>
      ))}
    </section>
  )
}
