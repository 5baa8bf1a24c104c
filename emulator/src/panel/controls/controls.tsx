import type { CallOutcome } from '../../page-events.ts'
import { Console } from '../console/console.tsx'
import type { AppLaunch } from '../phone/use-app-launch.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Clock } from './clock.tsx'
import styles from './controls.module.css'
import { Faults, type FaultTarget } from './faults.tsx'
import { KnobGroup } from './knob-group.tsx'
import { NetworkKnob, networkText, PlaceKnobs, placeText } from './knobs.tsx'
import { Launches } from './launches.tsx'
import { LineKnobs, screensText } from './line-knobs.tsx'
import { ScenarioFile } from './scenario-file.tsx'
import { Scenarios } from './scenarios.tsx'
import { TokenKnobs, tokensText } from './token-knobs.tsx'
import { UserKnobs, whoText } from './user-knobs.tsx'

type ControlsProps = {
  readonly emulator: Emulator
  readonly launch: AppLaunch
  readonly target: FaultTarget | undefined
  readonly onOpen: (path: string) => void
  readonly onCall: (name: string, args: readonly unknown[]) => Promise<CallOutcome>
}

/** The controls of the panel: the scenario, and groups of knobs for who, where, network, tokens and LINE. */
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
          <KnobGroup title="Who" summary={whoText(scenario)}>
            <UserKnobs scenario={scenario} onPatch={launch.patch} />
          </KnobGroup>
          <KnobGroup title="Where" summary={placeText(scenario)}>
            <PlaceKnobs scenario={scenario} onPatch={launch.patch} />
          </KnobGroup>
          <KnobGroup title="Network" summary={networkText(scenario)}>
            <NetworkKnob scenario={scenario} onPatch={launch.patch} />
            <h3>Break a request</h3>
            <Faults
              faults={scenario.faults}
              target={target}
              onAdd={emulator.addFault}
              onRemove={emulator.removeFault}
            />
          </KnobGroup>
          <KnobGroup title="Tokens" summary={tokensText(scenario)}>
            <TokenKnobs tokens={scenario.tokens} onPatch={launch.patch} />
          </KnobGroup>
          <KnobGroup title="LINE" summary={screensText(scenario)}>
            <LineKnobs scenario={scenario} onPatch={launch.patch} />
            <h3>LINE's clock</h3>
            <Clock clock={scenario.clock} onClock={launch.clock} />
          </KnobGroup>
          <KnobGroup title="Call the SDK" summary="liff.…">
            <Console onCall={onCall} />
          </KnobGroup>
        </>
      )}
    </>
  )
}
