import { isRequest, type TimelineEntry, timelineText } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import styles from './story.module.css'
import type { Story } from './story.ts'

type StoryViewProps = {
  readonly story: Story
  readonly current: string
}

export function StoryView({ story: { steps, ms }, current }: StoryViewProps) {
  const { timeline } = useTexts()
  const titleOf = (entry: TimelineEntry) =>
    isRequest(entry) ? `${entry.method} ${entry.path}` : timelineText(entry.title, timeline)
  const percent = (part: number) => `${ms === 0 ? 0 : (100 * part) / ms}%`
  return (
    <details className={styles.story}>
      <summary>{timeline.story({ count: steps.length, ms })}</summary>
      <ol aria-label={timeline.story({ count: steps.length, ms })}>
        {steps.map(({ entry, after, ms: length }) => (
          <li key={entry.key} aria-current={entry.key === current || undefined}>
            <span className={styles.title}>{titleOf(entry)}</span>
            <span className={styles.track}>
              <i
                data-failed={entry.failed || undefined}
                style={{ left: percent(after), width: percent(length) }}
              />
            </span>
            <small>
              +{after} ms{length > 0 && ` · ${length} ms`}
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
