import { useRef } from 'react'
import type { Scenario } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import styles from './scenario-file.module.css'

type ScenarioFileProps = {
  readonly scenario: Scenario
  readonly onImport: (scenario: unknown) => void
  readonly onProblem: (text: string) => void
}

/** Exports the current scenario to a file and imports a scenario from a file. */
export function ScenarioFile({ scenario, onImport, onProblem }: ScenarioFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      onImport(JSON.parse(await file.text()))
    } catch {
      onProblem(`${file.name} is not a valid JSON file.`)
    }
  }
  return (
    <div className={styles.row}>
      <Button
        icon="download"
        onClick={() => save(scenario)}
        title="Save the current scenario, including the knobs, to a file"
      >
        Export
      </Button>
      <Button icon="upload" onClick={() => input.current?.click()} title="Load a scenario from a file">
        Import
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Scenario file"
        onChange={event => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}

function save(scenario: Scenario): void {
  const link = document.createElement('a')
  const blob = new Blob([JSON.stringify(scenario, null, 2)], { type: 'application/json' })
  link.href = URL.createObjectURL(blob)
  link.download = `${scenario.name.replace(/[^\w+-]/g, '-')}.scenario.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
