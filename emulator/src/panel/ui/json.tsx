import { useTexts } from '../language/use-texts.tsx'
import styles from './json.module.css'

const SHORT = 76

export function Json({
  value,
  name,
  depth = 0,
}: {
  value: unknown
  name?: string | undefined
  depth?: number
}) {
  const { timeline } = useTexts()
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.line}>
        <Name name={name} />
        <span className={styles[scalarKind(value)]}>{scalarText(value)}</span>
      </div>
    )
  }
  const entries = Object.entries(value)
  const text = JSON.stringify(value)
  if (depth > 0 && (entries.length === 0 || text.length < SHORT)) {
    return (
      <div className={styles.line}>
        <Name name={name} />
        <span className={styles.string}>{text}</span>
      </div>
    )
  }
  const fields = entries.map(([key, each]) => <Json key={key} name={key} value={each} depth={depth + 1} />)
  if (name === undefined) return <div className={styles.root}>{fields}</div>
  return (
    <details className={styles.fold} open={depth < 3}>
      <summary>
        <span className={styles.name}>{name}</span>
        <small>
          {Array.isArray(value) ? timeline.items(entries.length) : timeline.fields(entries.length)}
        </small>
      </summary>
      {fields}
    </details>
  )
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : <span className={styles.name}>{name}</span>
}

function scalarKind(value: unknown): 'string' | 'number' | 'other' {
  if (typeof value === 'string') return 'string'
  return typeof value === 'number' ? 'number' : 'other'
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : String(value)
}
