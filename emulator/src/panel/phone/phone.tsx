import { lazy, Suspense, useRef } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import type { Emulator } from '../state/use-emulator.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ActionSheet } from './action-sheet.tsx'
import { AppFrames } from './app-frames.tsx'
import type { Device } from './device.ts'
import { displayUrl } from './frame-page.ts'
import { BrowserBar, LiffHeader } from './headers.tsx'
import { Layers } from './layers.tsx'
import { MinimizedApp } from './minimized-app.tsx'
import styles from './phone.module.css'
import { StatusBar } from './status-bar.tsx'
import { useActionButton } from './use-action-button.ts'
import { useFitScale } from './use-fit-scale.ts'
import type { UserPhone } from './use-main-phone.ts'
import { WindowRequestSheet } from './window-request.tsx'

const ChatScreen = lazy(() => import('../chat/chat-screen.tsx').then(chat => ({ default: chat.ChatScreen })))

export type PhoneLook = {
  readonly device: Device
  readonly dark: boolean
  readonly time: string
}

type PhoneProps = {
  readonly emulator: Emulator
  readonly userId: string
  readonly phone: UserPhone
  readonly look: PhoneLook
  /** Opens the app, then goes offline once the page has loaded. */
  readonly onOpenThenGoOffline: () => void
}

/** Width of the frame around the screen, in CSS pixels. */
const BEZEL = 11

export function Phone(props: PhoneProps) {
  const { device, dark, time } = props.look
  const { environment, frame, offline } = props.phone
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
          <div className={styles.screen} data-chat={chat || undefined} data-dark={dark || undefined}>
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
  const texts = useTexts().phone
  const { userId, emulator } = props
  const { environment, frame, layers } = props.phone
  const { scenario } = emulator
  const appName = scenario?.apps[0]?.name ?? texts.defaultAppName
  const actions = useActionButton({ scenario, userId, frame, layers, onShare: emulator.sharePage })
  const { app, permissions, minimized } = actions
  const closed = frame.screen === 'closed'
  const name = app?.name ?? appName
  const verified = app?.miniApp?.verified === true
  const url = displayUrl(frame.url || new URL(frame.src, location.href).href)
  return (
    <>
      {(!closed || frame.kept.length > 0) && (
        <div className={styles.open} hidden={closed || minimized}>
          {closed ? null : environment === 'external' ? (
            <BrowserBar url={url} onReload={frame.reload} />
          ) : (
            <LiffHeader
              title={frame.title || name}
              subtitle={verified ? name : hostOf(url)}
              verified={verified}
              onClose={frame.close}
              onMinimize={actions.minimizes ? actions.minimize : undefined}
              onMenu={() => actions.show(actions.view === undefined ? 'menu' : undefined)}
            />
          )}
          <div className={styles.page}>
            {frame.loading && <div className={styles.progress} />}
            <AppFrames frame={frame} permissions={permissions} />
            <Layers layers={layers} />
            {!closed && frame.failed && <NoConnection {...props} />}
            {!closed && environment !== 'external' && (
              <ActionSheet actions={actions} frame={frame} url={url} />
            )}
            {frame.windowRequest && <WindowRequestSheet frame={frame} />}
          </div>
        </div>
      )}
      {closed && environment === 'external' && (
        <div className={styles.empty}>
          <p>{texts.tabClosed}</p>
          <Button look="primary" icon="open" onClick={() => frame.open()}>
            {texts.openNamed(appName)}
          </Button>
        </div>
      )}
      {((closed && environment !== 'external') || minimized) && <Chat {...props} appName={appName} />}
      {minimized && <MinimizedApp name={name} onMaximize={actions.maximize} onClose={frame.close} />}
    </>
  )
}

/** Shows the chat, as LINE does while no app is open. */
function Chat({ userId, emulator, phone, appName }: PhoneProps & { readonly appName: string }) {
  return (
    <Suspense fallback={<div className={styles.chat} />}>
      <ChatScreen
        userId={userId}
        revision={emulator.revision}
        scenario={emulator.scenario}
        appName={appName}
        onOpen={phone.frame.open}
      />
    </Suspense>
  )
}

function NoConnection({ phone: { offline, frame }, onOpenThenGoOffline }: PhoneProps) {
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

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
