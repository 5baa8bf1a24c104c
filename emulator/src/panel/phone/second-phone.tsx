import { useEffect, useRef } from 'react'
import type { PageEvent, QueueEvent } from '../../page-events.ts'
import { useTexts } from '../language/use-texts.tsx'
import { originFor } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { Button } from '../ui/button.tsx'
import type { Device } from './device.ts'
import { keepRuleOf } from './keep-rule.ts'
import { Phone } from './phone.tsx'
import tools from './phone-tools.module.css'
import { useFrame } from './use-frame.ts'
import { useLayers } from './use-layers.ts'
import { useReopen } from './use-reopen.ts'

type SecondPhoneProps = {
  readonly emulator: Emulator
  readonly userId: string
  readonly onUser: (userId: string) => void
  readonly device: Device
  readonly dark: boolean
  readonly time: string
  readonly onKey: (event: KeyboardEvent) => void
}

/** The phone of another user of the same emulated LINE, with its own storage. */
export function SecondPhone(props: SecondPhoneProps) {
  const { emulator, userId, device, dark, time } = props
  const { phone } = useTexts()
  const { scenario } = emulator
  const app = scenario?.apps[0]
  const environment = scenario?.environment.kind ?? 'liff'
  const offline = scenario?.network.kind === 'offline'
  const addPageEvent = (event: PageEvent, queue?: QueueEvent) => emulator.addPageEvent(userId, event, queue)
  const frame = useFrame({
    liffId: app?.liffId,
    origin: originFor(environment, userId),
    inClient: environment !== 'external',
    keep: keepRuleOf(emulator, userId),
    offline,
    onPageEvent: addPageEvent,
    onKey: props.onKey,
  })
  const layers = useLayers(frame.ref, frame.openCount, addPageEvent)
  const { open } = frame
  useReopen(frame, { session: emulator.session, environment: scenario?.environment })
  const opened = useRef('')
  useEffect(() => {
    if (opened.current !== userId) open()
    opened.current = userId
  }, [userId, open])
  const others = scenario?.users.filter(user => user.userId !== scenario.user) ?? []
  return (
    <>
      <div className={tools.tools}>
        <select
          aria-label={phone.secondUser}
          value={userId}
          onChange={event => props.onUser(event.target.value)}
        >
          {others.map(user => (
            <option key={user.userId} value={user.userId}>
              {user.displayName}
            </option>
          ))}
        </select>
        <Button icon="reload" aria-label={phone.reloadSecond} onClick={frame.reload} />
      </div>
      <Phone
        device={device}
        environment={environment}
        dark={dark}
        time={time}
        offline={offline}
        appName={app?.name ?? phone.defaultAppName}
        userId={userId}
        emulator={emulator}
        frame={frame}
        layers={layers}
        onOpenThenGoOffline={() => frame.open()}
      />
    </>
  )
}
