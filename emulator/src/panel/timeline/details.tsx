import type { TimelineEntry } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Json } from '../ui/json.tsx'
import styles from './timeline.module.css'

/** What one entry of the timeline carried, whole. */
export function Details({ entry, onClose }: { entry: TimelineEntry; onClose: () => void }) {
  const title = entry.kind === 'request' ? `${entry.method} ${entry.host}${entry.path}` : entry.title
  const text = JSON.stringify(entry.detail, null, 2)
  return (
    <div className={styles.details}>
      <div className={styles.detailsBar}>
        <strong title={title}>{title}</strong>
        <Button
          look="quiet"
          icon="copy"
          aria-label="Copy as JSON"
          onClick={() => navigator.clipboard?.writeText(text)}
        />
        <Button look="quiet" icon="close" aria-label="Close the details" onClick={onClose} />
      </div>
      <div className={styles.detailsBody}>
        <Json value={entry.detail} />
      </div>
    </div>
  )
}
