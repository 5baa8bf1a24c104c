import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { phoneClock } from '../page-config.ts'
import type { CallOutcome } from '../page-events.ts'
import styles from './app.module.css'
import { ConfirmSwitch } from './confirm-switch.tsx'
import { callPage } from './console/call-page.ts'
import { Console } from './console/console.tsx'
import { Clock, shortTime, useNow } from './controls/clock.tsx'
import { Knobs } from './controls/knobs.tsx'
import { ScenarioFile } from './controls/scenario-file.tsx'
import { MAIN_SCENARIOS, Scenarios } from './controls/scenarios.tsx'
import { Help } from './help.tsx'
import { deviceFor } from './phone/device.ts'
import { Hint } from './phone/hint.tsx'
import { Phone } from './phone/phone.tsx'
import { PhoneTools } from './phone/phone-tools.tsx'
import { useFrame } from './phone/use-frame.ts'
import { useLayers } from './phone/use-layers.ts'
import { newPhoneOf } from './state/new-phone.ts'
import { originOn } from './state/place.ts'
import { useShortcuts } from './state/shortcuts.ts'
import { themes, useSystemDark, useTheme } from './state/theme.ts'
import { type Emulator, useEmulator } from './state/use-emulator.ts'
import { useOpening } from './state/use-opening.ts'
import { useStored } from './state/use-stored.ts'
import { Timeline } from './timeline/timeline.tsx'
import { Topbar } from './topbar.tsx'

const STILL = { frozenAt: null, advanceMs: 0, skewMs: 0 }

/** The control panel: the phone in the middle, what may be changed beside it, and what happened. */
export function App() {
  const emulator = useEmulator()
  const { scenario } = emulator
  const [theme, setTheme] = useTheme()
  const [deviceChoice, setDeviceChoice] = useStored('device', 'auto')
  const [tab, setTab] = useStored<'phone' | 'controls' | 'timeline'>('tab', 'phone')
  const [help, setHelp] = useState(false)
  const app = scenario?.apps[0]
  const kind = scenario?.environment.kind ?? 'liff'
  const keys = useRef((_: KeyboardEvent) => {})
  const offline = scenario?.network.kind === 'offline'
  const offlineNext = useRef(false)
  const frame = useFrame({
    liffId: app?.liffId,
    origin: originOn(kind, scenario?.user ?? ''),
    inClient: kind !== 'external',
    offline,
    onPageEvent: event => {
      emulator.tell(event)
      if (event.type !== 'ready' || !offlineNext.current) return
      offlineNext.current = false
      void emulator.patch({ network: { kind: 'offline' } })
    },
    onKey: event => keys.current(event),
  })
  const layers = useLayers(frame.ref, frame.run, emulator.tell)
  const opening = useOpening(emulator, frame)
  const now = useNow(scenario?.clock ?? STILL)
  const dark = useSystemDark()
  const clock = JSON.stringify(phoneClock(scenario?.clock ?? STILL))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that starts knows the clock of that moment
  useEffect(() => frame.setClock(JSON.parse(clock)), [clock])

  const newPhone = async () => {
    frame.close()
    await newPhoneOf(scenario?.user ?? '')
    opening.say('New phone: everything the app had stored here is gone.')
    frame.open()
  }
  keys.current = useShortcuts({
    ...Object.fromEntries(MAIN_SCENARIOS.map((name, index) => [`${index + 1}`, () => opening.load(name)])),
    '/': () => {
      flushSync(() => setTab('controls'))
      document.querySelector<HTMLElement>('[data-shortcut="/"]')?.focus()
    },
    o: () => frame.open(),
    r: frame.reload,
    c: frame.close,
    x: () => opening.patch({ network: { kind: offline ? 'online' : 'offline' } }),
    n: newPhone,
    z: opening.reset,
    l: emulator.clearTimeline,
    t: () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'),
    '?': () => setHelp(true),
  })

  return (
    <div className={styles.app} data-tab={tab}>
      <Topbar
        liffId={app?.liffId}
        connected={emulator.connected}
        theme={theme}
        onTheme={setTheme}
        onHelp={() => setHelp(true)}
        onReset={opening.reset}
        onNewPhone={newPhone}
      />
      <nav className={styles.tabs} aria-label="Views">
        {(['phone', 'controls', 'timeline'] as const).map(name => (
          <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
            {name}
          </button>
        ))}
      </nav>
      <main className={styles.views}>
        <section className={styles.controls} aria-label="Scenario and knobs">
          <Controls
            emulator={emulator}
            opening={opening}
            onCall={(name, args) =>
              callPage(frame.ref.current, originOn(kind, scenario?.user ?? ''), name, args)
            }
          />
        </section>
        <section className={styles.stage} aria-label="Phone">
          <PhoneTools frame={frame} device={deviceChoice} onDevice={setDeviceChoice} />
          <Hint emulator={emulator} since={frame.since} said={opening.said} />
          <Phone
            device={deviceFor(deviceChoice, scenario?.environment.os ?? 'android')}
            where={kind}
            dark={dark}
            time={shortTime(now.phone)}
            offline={offline}
            appName={app?.name ?? 'LIFF app'}
            account={app?.officialAccount?.name ?? 'Official account'}
            messages={emulator.messages}
            frame={frame}
            layers={layers}
            onOpenThenOffline={async () => {
              offlineNext.current = await emulator.patch({ network: { kind: 'online' } })
              frame.open()
            }}
          />
        </section>
        <div className={styles.log}>
          <Timeline entries={emulator.entries} onClear={emulator.clearTimeline} />
        </div>
      </main>
      {help && <Help onClose={() => setHelp(false)} />}
      {opening.asked && <ConfirmSwitch toClient={opening.asked.toClient} onAnswer={opening.answer} />}
    </div>
  )
}

interface ControlsProps {
  readonly emulator: Emulator
  readonly opening: ReturnType<typeof useOpening>
  readonly onCall: (name: string, args: readonly unknown[]) => Promise<CallOutcome>
}

function Controls({ emulator, opening, onCall }: ControlsProps) {
  const { scenario } = emulator
  return (
    <>
      <section className={styles.section}>
        <h2>Scenario</h2>
        <Scenarios
          scenarios={emulator.scenarios}
          current={scenario?.name}
          edited={emulator.edited}
          onPick={opening.load}
        />
        {scenario && <ScenarioFile scenario={scenario} onImport={opening.put} onProblem={opening.say} />}
      </section>
      {scenario && (
        <>
          <section className={styles.section}>
            <h2>Knobs</h2>
            <Knobs scenario={scenario} onPatch={opening.patch} />
          </section>
          <section className={styles.section}>
            <h2>Call the SDK</h2>
            <Console onCall={onCall} />
          </section>
          <section className={styles.section}>
            <h2>LINE's clock</h2>
            <Clock clock={scenario.clock} onClock={opening.clock} />
          </section>
        </>
      )}
    </>
  )
}
