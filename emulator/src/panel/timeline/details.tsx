import { APP_HOST, isRequest, type TimelineEntry } from '../api/types.ts'
import type { FaultTarget } from '../controls/faults.tsx'
import { Button } from '../ui/button.tsx'
import { Json } from '../ui/json.tsx'
import styles from './timeline.module.css'

type DetailsProps = {
  readonly entry: TimelineEntry
  /** Called to fill in the fault form with the host and path of this request. */
  readonly onBreak: (target: FaultTarget) => void
  readonly onClose: () => void
}

/** Shows all details of one timeline entry. */
export function Details({ entry, onBreak, onClose }: DetailsProps) {
  const host = isRequest(entry) && entry.host !== APP_HOST ? entry.host : ''
  const title = isRequest(entry) ? `${entry.method} ${host}${entry.path}` : entry.title
  const text = JSON.stringify(entry.detail, null, 2)
  return (
    <div className={styles.details}>
      <div className={styles.detailsBar}>
        <strong title={title}>{title}</strong>
        {isRequest(entry) && (entry.kind === 'request' || entry.host === APP_HOST) && (
          <Button
            look="quiet"
            icon="bolt"
            aria-label="Break requests like this one"
            title="Break requests like this one"
            onClick={() => onBreak({ host: entry.host, path: entry.path })}
          />
        )}
        <Button
          look="quiet"
          icon="copy"
          aria-label="Copy as JSON"
          onClick={() => navigator.clipboard?.writeText(text)}
        />
        <Button look="quiet" icon="close" aria-label="Close details" onClick={onClose} />
      </div>
      <div className={styles.detailsBody}>
        <Json value={entry.detail} />
      </div>
    </div>
  )
}
