import type { FormEvent } from 'react'
import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { SavedLaunch } from '../phone/use-app-launch.ts'
import { useStored } from '../state/use-stored.ts'
import { Button } from '../ui/button.tsx'
import styles from './launches.module.css'

type LaunchesProps = {
  readonly scenario: Scenario
  readonly onOpen: (path: string) => void
  readonly onLaunch: (launch: SavedLaunch) => void
}

const sameAs =
  ({ path, scenario }: SavedLaunch) =>
  (other: SavedLaunch) =>
    other.path === path && JSON.stringify(other.scenario) === JSON.stringify(scenario)

export function Launches({ scenario, onOpen, onLaunch }: LaunchesProps) {
  const { controls } = useTexts()
  const [path, setPath] = useStored('launch-path', '')
  const [saved, setSaved] = useStored<readonly SavedLaunch[]>('launches', [])
  const launch = { path: path === '' || /^[/?#]/.test(path) ? path : `/${path}`, scenario }
  const open = (event: FormEvent) => {
    event.preventDefault()
    onOpen(launch.path)
  }
  const isSaved = saved.some(sameAs(launch))
  return (
    <>
      <form className={styles.launch} onSubmit={open}>
        <input
          aria-label={controls.launchPath}
          placeholder={controls.launchPathHint}
          title={controls.launchPathTitle}
          spellCheck={false}
          value={path}
          data-shortcut="p"
          onChange={event => setPath(event.target.value.trim())}
        />
        <Button type="submit" icon="open">
          {controls.open}
        </Button>
        <Button
          icon="star"
          aria-label={controls.saveLaunch}
          title={controls.saveLaunchTitle}
          disabled={isSaved}
          onClick={() => setSaved([...saved, launch])}
        />
      </form>
      {saved.length > 0 && (
        <ul className={styles.saved} aria-label={controls.savedLaunches}>
          {saved.map(each => (
            <li key={JSON.stringify(each)}>
              <button type="button" onClick={() => onLaunch(each)} title={controls.savedLaunchTitle}>
                <b>{each.path || '/'}</b> <small>{scenarioText(each.scenario)}</small>
              </button>
              <Button
                look="quiet"
                icon="close"
                aria-label={controls.deleteLaunch(each.path || '/')}
                onClick={() => setSaved(saved.filter(other => other !== each))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns a short description, such as `friend · android 14.11.0 · offline`. */
function scenarioText({ name, environment, network }: Scenario): string {
  const net = network.kind === 'online' ? '' : ` · ${network.kind}`
  return `${name} · ${environment.os} ${environment.lineVersion}${net}`
}
