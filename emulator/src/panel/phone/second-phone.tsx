import { useEffect, useRef } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import type { Emulator } from '../state/use-emulator.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { Phone, type PhoneLook } from './phone.tsx'
import tools from './phone-tools.module.css'
import { usePhone } from './use-main-phone.ts'
import { useReopen } from './use-reopen.ts'

type SecondPhoneProps = {
  readonly emulator: Emulator
  readonly userId: string
  readonly onUser: (userId: string) => void
  readonly look: PhoneLook
  readonly onKey: (event: KeyboardEvent) => void
}

/** The phone of another user of the same emulated LINE, with its own storage. */
export function SecondPhone({ emulator, userId, onUser, look, onKey }: SecondPhoneProps) {
  const { phone: texts } = useTexts()
  const { scenario, session } = emulator
  const phone = usePhone(emulator, userId, onKey)
  const { frame } = phone
  const { open } = frame
  useReopen(frame, { session, environment: scenario?.environment })
  const opened = useRef('')
  useEffect(() => {
    if (opened.current !== userId) open()
    opened.current = userId
  }, [userId, open])
  const others = scenario?.users.filter(user => user.userId !== scenario.user) ?? []
  return (
    <>
      <div className={tools.tools}>
        <Select
          label={texts.secondUser}
          options={others.map(other => ({ value: other.userId, label: other.displayName }))}
          value={userId}
          onChange={onUser}
        />
        <Button icon="reload" aria-label={texts.reloadSecond} onClick={frame.reload} />
      </div>
      <Phone
        emulator={emulator}
        userId={userId}
        phone={phone}
        look={look}
        onOpenThenGoOffline={() => frame.open()}
      />
    </>
  )
}
