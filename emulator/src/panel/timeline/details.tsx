import { APP_HOST, type Exchange, isRequest, type TimelineEntry, timelineText } from '../api/types.ts'
import type { FaultTarget } from '../controls/fault-form.tsx'
import { useTexts } from '../language/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { Json } from '../ui/json.tsx'
import { curlOf } from './curl.ts'
import { canReplay, onEmulator, replay } from './request-actions.ts'
import type { Story } from './story.ts'
import { StoryView } from './story-view.tsx'
import styles from './timeline.module.css'

type DetailsProps = {
  readonly entry: TimelineEntry
  readonly story: Story
  /** Fills in the fault form with the request's host and path. */
  readonly onBreak: (target: FaultTarget) => void
  readonly onClose: () => void
}

export function Details({ entry, story, onBreak, onClose }: DetailsProps) {
  const { timeline } = useTexts()
  const host = isRequest(entry) && entry.host !== APP_HOST ? entry.host : ''
  const title = isRequest(entry)
    ? `${entry.method} ${host}${entry.path}`
    : timelineText(entry.title, timeline)
  const text = JSON.stringify(entry.detail, null, 2)
  return (
    <div className={styles.details}>
      <div className={styles.detailsBar}>
        <strong title={title}>{title}</strong>
        {isRequest(entry) && (entry.kind === 'request' || entry.host === APP_HOST) && (
          <Button
            look="quiet"
            icon="bolt"
            aria-label={timeline.breakThis}
            title={timeline.breakThis}
            onClick={() =>
              onBreak(entry.event ? { event: entry.event } : { host: entry.host, path: entry.path })
            }
          />
        )}
        {isRequest(entry) && <RequestActions exchange={entry.exchange} />}
        <Button
          look="quiet"
          icon="copy"
          aria-label={timeline.copyJson}
          onClick={() => navigator.clipboard?.writeText(text)}
        />
        <Button look="quiet" icon="close" aria-label={timeline.closeDetails} onClick={onClose} />
      </div>
      <div className={styles.detailsBody}>
        {story.steps.length > 1 && <StoryView story={story} current={entry.key} />}
        <Json value={entry.detail} />
      </div>
    </div>
  )
}

function RequestActions({ exchange }: { readonly exchange: Exchange }) {
  const { timeline } = useTexts()
  return (
    <>
      {canReplay(exchange) && (
        <Button
          look="quiet"
          icon="reload"
          aria-label={timeline.replay}
          title={exchange.cut ? timeline.cutBody : timeline.replay}
          disabled={exchange.cut}
          onClick={() => void replay(exchange)}
        />
      )}
      <Button
        look="quiet"
        onClick={() => navigator.clipboard?.writeText(curlOf(onEmulator(exchange)))}
        title={exchange.cut ? timeline.cutBody : timeline.copyCurl}
        aria-label={timeline.copyCurl}
      >
        curl
      </Button>
    </>
  )
}
