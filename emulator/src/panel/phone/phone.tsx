import { lazy, Suspense, useRef, useState } from 'react'
import { APP_SANDBOX } from '../../guarded-tab.ts'
import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { toBrowserUrl } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Device } from './device.ts'
import { displayUrl } from './frame-page.ts'
import { BrowserBar, LiffHeader } from './headers.tsx'
import { Layers } from './layers.tsx'
import styles from './phone.module.css'
import { StatusBar } from './status-bar.tsx'
import { useFitScale } from './use-fit-scale.ts'
import type { Frame } from './use-frame.ts'
import type { LayerStack } from './use-layers.ts'

const ChatScreen = lazy(() => import('../chat/chat-screen.tsx').then(chat => ({ default: chat.ChatScreen })))

type PhoneProps = {
  readonly device: Device
  readonly environment: Scenario['environment']['kind']
  /** True if the phone is in dark mode. */
  readonly dark: boolean
  readonly time: string
  readonly offline: boolean
  readonly appName: string
  /** The user to whom the phone belongs. */
  readonly userId: string
  readonly emulator: Emulator
  readonly frame: Frame
  readonly layers: LayerStack
  /** Opens the app and switches the network off after the page has loaded. */
  readonly onOpenThenGoOffline: () => void
}

/** Width of the phone's frame around its screen, in CSS pixels. */
const BEZEL = 11

/** A phone that shows the app at its real size in CSS pixels, or scaled down to fit the available space. */
export function Phone(props: PhoneProps) {
  const { device, environment, frame, time, offline } = props
  const container = useRef<HTMLDivElement>(null)
  const width = device.width + BEZEL * 2
  const height = device.height + BEZEL * 2
  const scale = useFitScale(container, width + 8, height)
  const chat = frame.screen === 'closed' && environment !== 'external'
  return (
    <div ref={container} className={styles.container}>
      <div style={{ width: width * scale, height: height * scale }}>
        <div
          className={styles.body}
          data-shape={device.shape}
          style={{ width, height, transform: `scale(${scale})` }}
        >
          <span className={styles.power} />
          <span className={styles.volume} />
          <span className={styles.camera} />
          <div className={styles.screen} data-chat={chat || undefined} data-dark={props.dark || undefined}>
            <StatusBar time={time} offline={offline} />
            <PhoneContent {...props} />
            <div className={styles.gesture} />
          </div>
        </div>
      </div>
    </div>
  )
}

function PhoneContent(props: PhoneProps) {
  const { phone } = useTexts()
  const { environment, appName, userId, emulator, frame } = props
  const [menu, setMenu] = useState(false)
  if (frame.screen === 'closed') {
    if (environment !== 'external') {
      return (
        <Suspense fallback={<div className={styles.chat} />}>
          <ChatScreen
            userId={userId}
            revision={emulator.revision}
            scenario={emulator.scenario}
            appName={appName}
            onOpen={frame.open}
          />
        </Suspense>
      )
    }
    return (
      <div className={styles.empty}>
        <p>{phone.tabClosed}</p>
        <Button look="primary" icon="open" onClick={() => frame.open()}>
          {phone.openNamed(appName)}
        </Button>
      </div>
    )
  }
  const miniApp = emulator.scenario?.apps[0]?.miniApp ?? null
  const verified = miniApp?.verified === true
  const url = displayUrl(frame.url || new URL(frame.src, location.href).href)
  return (
    <>
      {environment === 'external' ? (
        <BrowserBar url={url} onReload={frame.reload} />
      ) : (
        <LiffHeader
          title={frame.title || appName}
          subtitle={verified ? appName : hostOf(url)}
          verified={verified}
          onClose={frame.close}
          onMenu={() => setMenu(!menu)}
        />
      )}
      <div className={styles.page}>
        {frame.loading && <div className={styles.progress} />}
        <iframe
          key={frame.openCount}
          ref={frame.attach}
          src={frame.src}
          title={phone.app}
          className={styles.frame}
          sandbox={APP_SANDBOX}
          allow="camera; microphone; geolocation; clipboard-write"
          onLoad={frame.onLoad}
        />
        <Layers layers={props.layers} />
        {frame.failed && <NoConnection {...props} />}
        {menu && <AppMenu frame={frame} url={url} onDone={() => setMenu(false)} />}
        {frame.windowRequest && <WindowRequestSheet frame={frame} />}
      </div>
    </>
  )
}

function NoConnection({ offline, frame, onOpenThenGoOffline }: PhoneProps) {
  const { phone } = useTexts()
  return (
    <div className={`${styles.empty} ${styles.over}`}>
      <Icon name="wifiOff" size={34} />
      <p>{offline ? phone.offlineNote : phone.failed}</p>
      {offline && (
        <Button look="primary" icon="open" onClick={onOpenThenGoOffline}>
          {phone.openThenOffline}
        </Button>
      )}
      <Button icon="reload" onClick={() => frame.open()}>
        {phone.tryAgain}
      </Button>
    </div>
  )
}

function AppMenu({ frame, url, onDone }: { frame: Frame; url: string; onDone: () => void }) {
  const { phone } = useTexts()
  const pick = (act: () => void) => () => {
    act()
    onDone()
  }
  return (
    <div className={styles.sheetBack} onPointerDown={onDone}>
      <div className={styles.sheet} onPointerDown={event => event.stopPropagation()}>
        <p className={styles.sheetUrl}>{url}</p>
        <button type="button" onClick={pick(frame.reload)}>
          {phone.refresh}
        </button>
        <button type="button" onClick={pick(() => navigator.clipboard?.writeText(url))}>
          {phone.copyUrl}
        </button>
        <button type="button" onClick={pick(() => open(frame.url, '_blank', 'noopener'))}>
          {phone.openInTab}
        </button>
        <button type="button" onClick={pick(frame.close)}>
          {phone.closeApp}
        </button>
      </div>
    </div>
  )
}

function WindowRequestSheet({ frame }: { frame: Frame }) {
  const { phone } = useTexts()
  const { windowRequest } = frame
  if (!windowRequest) return null
  const { url, external } = windowRequest
  return (
    <div className={styles.sheetBack}>
      <div className={styles.sheet}>
        <p>
          {external ? phone.opensBrowser : phone.opensLine}
          <span className={styles.sheetUrl}>{url}</span>
        </p>
        <button
          type="button"
          onClick={() => {
            open(external ? toBrowserUrl(url) : url, '_blank', 'noopener')
            frame.dismissWindowRequest()
          }}
        >
          {phone.openInTab}
        </button>
        <button type="button" onClick={frame.dismissWindowRequest}>
          {phone.stay}
        </button>
      </div>
    </div>
  )
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
