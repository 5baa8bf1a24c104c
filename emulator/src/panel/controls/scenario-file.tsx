import { useRef } from 'react'
import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { downloadJson } from '../ui/download.ts'
import styles from './scenario-file.module.css'

type ScenarioFileProps = {
  readonly scenario: Scenario
  readonly onImport: (scenario: unknown) => void
  readonly onProblem: (text: string) => void
}

export function ScenarioFile({ scenario, onImport, onProblem }: ScenarioFileProps) {
  const { controls, phone } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const fileName = `${scenario.name.replace(/[^\w+-]/g, '-')}.scenario.json`
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      onImport(JSON.parse(await file.text()))
    } catch {
      onProblem(phone.notJson(file.name))
    }
  }
  return (
    <div className={styles.row}>
      <Button icon="download" onClick={() => downloadJson(fileName, scenario)} title={controls.exportTitle}>
        {controls.export}
      </Button>
      <Button icon="upload" onClick={() => input.current?.click()} title={controls.importTitle}>
        {controls.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={controls.scenarioFile}
        onChange={event => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
