import type { CallOutcome } from '../../page-events.ts'
import { Console } from '../console/console.tsx'
import type { AppLaunch } from '../phone/use-app-launch.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Clock } from './clock.tsx'
import styles from './controls.module.css'
import { Faults, type FaultTarget } from './faults.tsx'
import { Knobs } from './knobs.tsx'
import { Launches } from './launches.tsx'
import { ScenarioFile } from './scenario-file.tsx'
import { Scenarios } from './scenarios.tsx'

type ControlsProps = {
  readonly emulator: Emulator
  readonly launch: AppLaunch
  readonly target: FaultTarget | undefined
  readonly onOpen: (path: string) => void
  readonly onCall: (name: string, args: readonly unknown[]) => Promise<CallOutcome>
}

/** The controls of the panel: scenario, knobs, faults, clock and SDK calls. */
export function Controls({ emulator, launch, target, onOpen, onCall }: ControlsProps) {
  const { scenario } = emulator
  return (
    <>
      <section className={styles.section}>
        <h2>Scenario</h2>
        <Scenarios
          scenarios={emulator.scenarios}
          current={scenario?.name}
          edited={emulator.edited}
          onPick={launch.load}
        />
        {scenario && <ScenarioFile scenario={scenario} onImport={launch.put} onProblem={launch.notify} />}
        {scenario && <Launches scenario={scenario} onOpen={onOpen} onLaunch={launch.openSaved} />}
      </section>
      {scenario && (
        <>
          <section className={styles.section}>
            <h2>Knobs</h2>
            <Knobs scenario={scenario} onPatch={launch.patch} />
          </section>
          <section className={styles.section}>
            <h2>Break a request</h2>
            <Faults
              faults={scenario.faults}
              target={target}
              onAdd={emulator.addFault}
              onRemove={emulator.removeFault}
            />
          </section>
          <section className={styles.section}>
            <h2>LINE's clock</h2>
            <Clock clock={scenario.clock} onClock={launch.clock} />
          </section>
          <section className={styles.section}>
            <h2>Call the SDK</h2>
            <Console onCall={onCall} />
          </section>
        </>
      )}
    </>
  )
}
