import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './app.module.css'
import { ConfirmSwitch } from './confirm-switch.tsx'
import { callPage } from './console/call-page.ts'
import { Controls } from './controls/controls.tsx'
import type { FaultTarget } from './controls/fault-form.tsx'
import { openGroupOf } from './controls/settings-index.ts'
import { Help } from './help.tsx'
import { useTexts } from './language/use-texts.tsx'
import { panelShortcuts } from './panel-shortcuts.ts'
import { Stage } from './phone/stage.tsx'
import { useAppLaunch } from './phone/use-app-launch.ts'
import { useMainPhone } from './phone/use-main-phone.ts'
import { usePhases } from './phone/use-phases.ts'
import { useSecondUser } from './phone/use-second-user.ts'
import { erasePhone } from './state/app-storage.ts'
import { useShortcuts } from './state/shortcuts.ts'
import { nextTheme, useTheme } from './state/theme.ts'
import { useEmulator } from './state/use-emulator.ts'
import { useStored } from './state/use-stored.ts'
import { Queue } from './timeline/queue.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { Topbar } from './topbar.tsx'

const TABS = ['phone', 'controls', 'timeline'] as const
type Tab = (typeof TABS)[number]

export function App() {
  const texts = useTexts()
  const emulator = useEmulator()
  const { scenario } = emulator
  const [theme, setTheme] = useTheme()
  const [tab, setTab] = useStored<Tab>('tab', 'phone')
  const [help, setHelp] = useState(false)
  const [target, setTarget] = useState<FaultTarget>()
  const shortcuts = useRef((_: KeyboardEvent) => {})
  const onKey = (event: KeyboardEvent) => shortcuts.current(event)
  const phone = useMainPhone(emulator, onKey)
  const { frame } = phone
  const launch = useAppLaunch(emulator, frame)
  const second = useSecondUser(scenario)
  const applyPhase = usePhases(emulator, frame, launch.notify)

  const newPhone = async () => {
    frame.closeAll()
    await erasePhone(scenario?.user ?? '')
    launch.notify(texts.phone.newPhone)
    frame.open()
  }
  const focusControl = (selector: string) => {
    flushSync(() => setTab('controls'))
    const control = document.querySelector<HTMLElement>(selector)
    openGroupOf(control)
    control?.focus()
  }
  shortcuts.current = useShortcuts(
    panelShortcuts({
      frame,
      launch,
      focusControl,
      newPhone,
      offline: phone.offline,
      kill: phone.kill,
      toggleSecondPhone: second.toggle,
      clearTimeline: emulator.clearTimeline,
      nextTheme: () => setTheme(nextTheme(theme)),
      showHelp: () => setHelp(true),
    }),
  )

  return (
    <div className={styles.app} data-tab={tab}>
      <Topbar
        liffId={scenario?.apps[0]?.liffId}
        connected={emulator.connected}
        links={emulator.links}
        theme={theme}
        onTheme={setTheme}
        onHelp={() => setHelp(true)}
        onReset={launch.reset}
        onNewPhone={newPhone}
      />
      <Tabs tab={tab} onTab={setTab} />
      <main className={styles.views}>
        <section className={styles.controls} aria-label={texts.frame.controls}>
          <Controls
            emulator={emulator}
            launch={launch}
            target={target}
            onOpen={frame.open}
            onPhase={applyPhase}
            onCall={(name, args) =>
              callPage({ frame: frame.ref.current, origin: phone.origin, texts: texts.tools }, name, args)
            }
          />
        </section>
        <section className={styles.stage} aria-label={texts.frame.phone}>
          <Stage emulator={emulator} phone={phone} second={second} notice={launch.notice} onKey={onKey} />
        </section>
        <div className={styles.log}>
          {frame.queue && scenario && <Queue queue={frame.queue} clock={scenario.clock} />}
          <Timeline
            log={emulator.timeline}
            users={scenario?.users ?? []}
            onClear={emulator.clearTimeline}
            onBreak={request => {
              setTab('controls')
              setTarget({ ...request })
            }}
          />
        </div>
      </main>
      {help && <Help onClose={() => setHelp(false)} />}
      {launch.pendingSwitch && (
        <ConfirmSwitch toClient={launch.pendingSwitch.toClient} onAnswer={launch.answerSwitch} />
      )}
    </div>
  )
}

function Tabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  const { frame } = useTexts()
  return (
    <nav className={styles.tabs} aria-label={frame.views}>
      {TABS.map(name => (
        <button key={name} type="button" aria-pressed={tab === name} onClick={() => onTab(name)}>
          {frame.tabs[name]}
        </button>
      ))}
    </nav>
  )
}
