import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { phoneClock } from '../page-config.ts'
import styles from './app.module.css'
import { ConfirmSwitch } from './confirm-switch.tsx'
import { callPage } from './console/call-page.ts'
import { shortTime, useNow } from './controls/clock.tsx'
import { Controls } from './controls/controls.tsx'
import type { FaultTarget } from './controls/faults.tsx'
import { MAIN_SCENARIOS } from './controls/scenarios.tsx'
import { Help } from './help.tsx'
import { deviceFor } from './phone/device.ts'
import { Notice } from './phone/notice.tsx'
import { Phone } from './phone/phone.tsx'
import { PhoneTools } from './phone/phone-tools.tsx'
import { SecondPhone } from './phone/second-phone.tsx'
import { useAppLaunch } from './phone/use-app-launch.ts'
import { useFrame } from './phone/use-frame.ts'
import { useLayers } from './phone/use-layers.ts'
import { erasePhone } from './state/app-storage.ts'
import { originFor, usesPhoneOrigins } from './state/origins.ts'
import { useShortcuts } from './state/shortcuts.ts'
import { themes, useSystemDark, useTheme } from './state/theme.ts'
import { useEmulator } from './state/use-emulator.ts'
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
    origin: originFor(kind, scenario?.user ?? ''),
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
  const opening = useAppLaunch(emulator, frame)
  const device = deviceFor(deviceChoice, scenario?.environment.os ?? 'android')
  const now = useNow(scenario?.clock ?? STILL)
  const systemDark = useSystemDark()
  const colorScheme = scenario?.environment.colorScheme ?? 'system'
  const dark = colorScheme === 'system' ? systemDark : colorScheme === 'dark'
  const [two, setTwo] = useStored('two', false)
  const [secondUser, setSecondUser] = useStored('second-user', '')
  const others = scenario?.users.filter(({ userId }) => userId !== scenario.user) ?? []
  const second = others.find(({ userId }) => userId === secondUser) ?? others[0]
  const owner = scenario?.users.find(({ userId }) => userId === scenario.user)?.displayName
  const canTwo = usesPhoneOrigins() && second !== undefined
  const [target, setTarget] = useState<FaultTarget>()
  const focusOn = (selector: string) => {
    flushSync(() => setTab('controls'))
    document.querySelector<HTMLElement>(selector)?.focus()
  }
  const clock = JSON.stringify(phoneClock(scenario?.clock ?? STILL))
  const { setClock } = frame
  useEffect(() => setClock(JSON.parse(clock)), [setClock, clock])

  const newPhone = async () => {
    frame.close()
    await erasePhone(scenario?.user ?? '')
    opening.say('New phone: everything the app had stored here is gone.')
    frame.open()
  }
  keys.current = useShortcuts({
    ...Object.fromEntries(MAIN_SCENARIOS.map((name, index) => [`${index + 1}`, () => opening.load(name)])),
    '/': () => focusOn('[data-shortcut="/"]'),
    p: () => focusOn('[data-shortcut="p"]'),
    f: () => focusOn('[aria-label="Path"]'),
    '.': () => focusOn('[aria-label="Function"]'),
    s: () => canTwo && setTwo(!two),
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
            target={target}
            onOpen={frame.open}
            onCall={(name, args) =>
              callPage(frame.ref.current, originFor(kind, scenario?.user ?? ''), name, args)
            }
          />
        </section>
        <section className={styles.stage} aria-label="Phone">
          <PhoneTools
            frame={frame}
            device={deviceChoice}
            onDevice={setDeviceChoice}
            two={canTwo ? two : undefined}
            onTwo={setTwo}
          />
          <Notice emulator={emulator} since={frame.since} said={opening.said} />
          <div className={styles.phones}>
            <div className={styles.place}>
              {canTwo && two && <p className={styles.owner}>{owner}</p>}
              <Phone
                device={device}
                where={kind}
                dark={dark}
                time={shortTime(now.phone)}
                offline={offline}
                appName={app?.name ?? 'LIFF app'}
                account={app?.officialAccount?.name ?? 'Official account'}
                messages={emulator.messages.filter(({ userId }) => userId === scenario?.user)}
                frame={frame}
                layers={layers}
                onOpenThenOffline={async () => {
                  offlineNext.current = await emulator.patch({ network: { kind: 'online' } })
                  frame.open()
                }}
              />
            </div>
            {canTwo && two && (
              <div className={styles.place}>
                <SecondPhone
                  emulator={emulator}
                  userId={second.userId}
                  onUser={setSecondUser}
                  device={device}
                  dark={dark}
                  time={shortTime(now.phone)}
                  onKey={event => keys.current(event)}
                />
              </div>
            )}
          </div>
        </section>
        <div className={styles.log}>
          <Timeline
            entries={emulator.entries}
            onClear={emulator.clearTimeline}
            onBreak={broken => {
              setTab('controls')
              setTarget({ ...broken })
            }}
          />
        </div>
      </main>
      {help && <Help onClose={() => setHelp(false)} />}
      {opening.asked && <ConfirmSwitch toClient={opening.asked.toClient} onAnswer={opening.answer} />}
    </div>
  )
}
