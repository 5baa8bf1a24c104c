import type { TimelineEntry } from '../api/types.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './notice.module.css'

type NoticeProps = {
  readonly emulator: Emulator
  /** When the app was opened, ms since 1970: what failed before is over. */
  readonly since: number
  readonly said: string | undefined
}

/** What needs a word: a row above the phone for a problem, a note over its foot for what was just done. */
export function Notice({ emulator, since, said }: NoticeProps) {
  const known = emulator.scenario?.apps.map(({ liffId }) => liffId) ?? []
  const stranger = known.length > 0 ? unknownLiffId(emulator.entries, since, known) : undefined
  if (emulator.problem !== undefined) {
    return (
      <output className={styles.hint} data-kind="problem">
        <Icon name="alert" />
        {emulator.problem}
      </output>
    )
  }
  if (stranger !== undefined) {
    return (
      <output className={styles.hint} data-kind="problem">
        <Icon name="alert" />
        <span>
          The app asks for LIFF id <code>{stranger}</code>, but this scenario has{' '}
          <code>{known.join(', ')}</code>. Start the app with that id, or add its own to the scenario's apps.
        </span>
      </output>
    )
  }
  return said === undefined ? null : (
    <output className={styles.hint}>
      <Icon name="check" />
      {said}
    </output>
  )
}

/** The LIFF id in a request that failed, when no app of the scenario has it. */
function unknownLiffId(
  entries: readonly TimelineEntry[],
  since: number,
  known: readonly string[],
): string | undefined {
  for (const entry of entries.slice(-40).reverse()) {
    if (entry.kind !== 'request' || !entry.failed || entry.at < since) continue
    const asked = (entry.path + entry.query).match(/\b\d{10}-[0-9A-Za-z]{8}\b/)?.[0]
    if (asked !== undefined) return known.includes(asked) ? undefined : asked
  }
  return undefined
}
