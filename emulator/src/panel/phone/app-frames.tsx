import { useLayoutEffect, useRef } from 'react'
import { APP_SANDBOX } from '../../guarded-tab.ts'
import { useTexts } from '../language/use-texts.tsx'
import styles from './phone.module.css'
import type { DevicePermissions } from './use-action-button.ts'
import type { Frame } from './use-frame.ts'

type AppFramesProps = { readonly frame: Frame; readonly permissions: DevicePermissions }

/** The iframes of the open app and of kept pages. Their order never changes, because browsers reload a moved iframe. */
export function AppFrames({ frame, permissions }: AppFramesProps) {
  const { screen, openCount, src, kept } = frame
  const open = screen === 'app' ? [{ openCount, src }] : []
  return [...kept, ...open]
    .sort((a, b) => a.openCount - b.openCount)
    .map(page => (
      <AppFrame
        key={page.openCount}
        {...page}
        frame={frame}
        permissions={permissions}
        hidden={screen !== 'app' || page.openCount !== openCount}
      />
    ))
}

type AppFrameProps = AppFramesProps & {
  readonly openCount: number
  readonly src: string
  readonly hidden: boolean
}

function AppFrame({ frame, permissions, openCount, src, hidden }: AppFrameProps) {
  const { phone } = useTexts()
  const element = useRef<HTMLIFrameElement>(null)
  const { attach } = frame
  useLayoutEffect(() => {
    return element.current === null ? undefined : attach(openCount, element.current)
  }, [attach, openCount])
  return (
    <iframe
      ref={element}
      src={src}
      title={phone.app}
      className={styles.frame}
      hidden={hidden}
      sandbox={APP_SANDBOX}
      allow={`${permissions.camera ? 'camera; ' : ''}${permissions.microphone ? 'microphone; ' : ''}geolocation; clipboard-write`}
      onLoad={() => frame.onLoad(openCount)}
    />
  )
}
