import { useEffect, useRef } from 'react'
import { originFor } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Button } from '../ui/button.tsx'
import type { Device } from './device.ts'
import { Phone } from './phone.tsx'
import tools from './phone-tools.module.css'
import { useFrame } from './use-frame.ts'
import { useLayers } from './use-layers.ts'

type SecondPhoneProps = {
  readonly emulator: Emulator
  readonly userId: string
  readonly onUser: (userId: string) => void
  readonly device: Device
  readonly dark: boolean
  readonly time: string
  readonly onKey: (event: KeyboardEvent) => void
}

/** Another user's phone beside the first: the same LINE, friends and messages, and a storage of its own. */
export function SecondPhone(props: SecondPhoneProps) {
  const { emulator, userId, device, dark, time } = props
  const { scenario } = emulator
  const app = scenario?.apps[0]
  const kind = scenario?.environment.kind ?? 'liff'
  const offline = scenario?.network.kind === 'offline'
  const frame = useFrame({
    liffId: app?.liffId,
    origin: originFor(kind, userId),
    inClient: kind !== 'external',
    offline,
    onPageEvent: emulator.tell,
    onKey: props.onKey,
  })
  const layers = useLayers(frame.ref, frame.run, emulator.tell)
  const { open } = frame
  const shown = useRef('')
  useEffect(() => {
    // Another user, or the phone set up anew: the page that was there is of another phone.
    const now = `${userId} ${JSON.stringify(scenario?.environment)}`
    if (shown.current !== now) open()
    shown.current = now
  }, [userId, scenario?.environment, open])
  const others = scenario?.users.filter(user => user.userId !== scenario.user) ?? []
  return (
    <>
      <div className={tools.tools}>
        <select
          aria-label="User of the second phone"
          value={userId}
          onChange={event => props.onUser(event.target.value)}
        >
          {others.map(user => (
            <option key={user.userId} value={user.userId}>
              {user.displayName}
            </option>
          ))}
        </select>
        <Button icon="reload" aria-label="Reload the second phone" onClick={frame.reload} />
      </div>
      <Phone
        device={device}
        where={kind}
        dark={dark}
        time={time}
        offline={offline}
        appName={app?.name ?? 'LIFF app'}
        account={app?.officialAccount?.name ?? 'Official account'}
        messages={emulator.messages.filter(message => message.userId === userId)}
        frame={frame}
        layers={layers}
        onOpenThenOffline={() => frame.open()}
      />
    </>
  )
}
