import { shortTime, useNow } from '../state/now.ts'
import { usePhoneDark } from '../state/theme.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { useStored } from '../state/use-stored.ts'
import { deviceFor } from './device.ts'
import { Notice } from './notice.tsx'
import { Phone } from './phone.tsx'
import { PhoneTools } from './phone-tools.tsx'
import { SecondPhone } from './second-phone.tsx'
import styles from './stage.module.css'
import { type MainPhone, REAL_TIME } from './use-main-phone.ts'
import type { SecondUser } from './use-second-user.ts'

type StageProps = {
  readonly emulator: Emulator
  readonly phone: MainPhone
  readonly second: SecondUser
  readonly notice: string | undefined
  readonly onKey: (event: KeyboardEvent) => void
}

export function Stage({ emulator, phone, second, notice, onKey }: StageProps) {
  const { scenario } = emulator
  const { frame } = phone
  const [deviceChoice, setDeviceChoice] = useStored('device', 'auto')
  const look = {
    device: deviceFor(deviceChoice, scenario?.environment.os ?? 'android'),
    time: shortTime(useNow(scenario?.clock ?? REAL_TIME).phone),
    dark: usePhoneDark(scenario?.environment.colorScheme ?? 'system'),
  }
  const userName = scenario?.users.find(({ userId }) => userId === scenario.user)?.displayName
  return (
    <>
      <PhoneTools
        frame={frame}
        inLine={phone.environment !== 'external'}
        onKill={phone.kill}
        device={deviceChoice}
        onDevice={setDeviceChoice}
        second={second.available ? second.shown !== undefined : undefined}
        onSecond={second.toggle}
      />
      <Notice emulator={emulator} openedAt={frame.openedAt} notice={notice} />
      <div className={styles.phones}>
        <div className={styles.place}>
          {second.shown && <p className={styles.owner}>{userName}</p>}
          <Phone
            emulator={emulator}
            userId={scenario?.user ?? ''}
            phone={phone}
            look={look}
            onOpenThenGoOffline={phone.openThenGoOffline}
          />
        </div>
        {second.shown && (
          <div className={styles.place}>
            <SecondPhone
              emulator={emulator}
              userId={second.shown.userId}
              onUser={second.selectUser}
              look={look}
              onKey={onKey}
            />
          </div>
        )}
      </div>
    </>
  )
}
