import type { CallOutcome } from '../../page-events.ts'
import { Console } from '../console/console.tsx'
import { useTexts } from '../language/use-texts.tsx'
import type { AppLaunch } from '../phone/use-app-launch.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Clock } from './clock.tsx'
import styles from './controls.module.css'
import type { FaultTarget } from './fault-form.tsx'
import { isOfWebhook } from './fault-list.tsx'
import { Faults } from './faults.tsx'
import { KnobGroup } from './knob-group.tsx'
import { FieldKnobs, LineKnobs, NetworkKnob, networkText, placeText, screensText } from './knobs.tsx'
import { Launches } from './launches.tsx'
import { MiniAppKnobs, miniAppText } from './mini-app-knobs.tsx'
import { Phases } from './phases.tsx'
import { deliveryOf, PurchaseKnobs, sellsItems } from './purchases.tsx'
import { ScenarioFile } from './scenario-file.tsx'
import { Scenarios } from './scenarios.tsx'
import { TokenKnobs, tokensText } from './token-knobs.tsx'
import { UserKnobs, whoText } from './user-knobs.tsx'
import { WebLoginKnobs, webLoginText } from './web-login-knobs.tsx'
import { WebhookGroup } from './webhooks.tsx'

type ControlsProps = {
  readonly emulator: Emulator
  readonly launch: AppLaunch
  readonly target: FaultTarget | undefined
  readonly onOpen: (path: string) => void
  readonly onPhase: (id: string) => Promise<void>
  readonly onCall: (name: string, args: readonly unknown[]) => Promise<CallOutcome>
}

export function Controls({ emulator, launch, target, onOpen, onPhase, onCall }: ControlsProps) {
  const { scenario } = emulator
  const texts = useTexts()
  const { controls, tools } = texts
  return (
    <>
      {emulator.phases.phases.length > 0 && (
        <section className={styles.section}>
          <h2>{controls.phase}</h2>
          <Phases list={emulator.phases} onApply={onPhase} />
        </section>
      )}
      <section className={styles.section}>
        <h2>{controls.scenario}</h2>
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
          <KnobGroup group="who" summary={whoText(scenario, texts)}>
            <UserKnobs
              scenario={scenario}
              onPatch={launch.patch}
              onFriendship={state => void emulator.setFriendship(scenario.user, state)}
            />
          </KnobGroup>
          <KnobGroup group="where" summary={placeText(scenario, texts)}>
            <FieldKnobs group="where" scenario={scenario} onPatch={launch.patch} />
          </KnobGroup>
          <KnobGroup group="network" summary={networkText(scenario, texts)}>
            <NetworkKnob scenario={scenario} onPatch={launch.patch} />
            <h3>{tools.breakRequest}</h3>
            <Faults
              faults={scenario.faults.filter(fault => !isOfWebhook(fault))}
              target={target}
              onAdd={emulator.addFault}
              onRemove={emulator.removeFault}
            />
          </KnobGroup>
          <KnobGroup group="tokens" summary={tokensText(scenario, texts)}>
            <TokenKnobs tokens={scenario.tokens} onPatch={launch.patch} />
          </KnobGroup>
          <KnobGroup group="webLogin" summary={webLoginText(scenario, texts)}>
            <WebLoginKnobs scenario={scenario} onPatch={launch.patch} />
          </KnobGroup>
          <KnobGroup group="miniApp" summary={miniAppText(scenario, texts)}>
            <MiniAppKnobs scenario={scenario} onPatch={launch.reopenWith} />
          </KnobGroup>
          <KnobGroup group="line" summary={screensText(scenario, texts)}>
            <LineKnobs scenario={scenario} onPatch={launch.patch} />
            <h3>{controls.settings.clock.name}</h3>
            <Clock clock={scenario.clock} onClock={launch.clock} />
          </KnobGroup>
          <WebhookGroup emulator={emulator} faults={scenario.faults.filter(isOfWebhook)} target={target} />
          {sellsItems(scenario) && (
            <KnobGroup group="purchases" summary={controls.purchaseWebhook[deliveryOf(scenario)].label}>
              <PurchaseKnobs
                scenario={scenario}
                revision={emulator.revision}
                onPatch={launch.patch}
                onAct={command => void emulator.actOnPurchase(command)}
              />
            </KnobGroup>
          )}
          <KnobGroup group="call" summary="liff.…">
            <Console onCall={onCall} />
          </KnobGroup>
        </>
      )}
    </>
  )
}
