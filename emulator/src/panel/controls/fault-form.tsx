import { type ReactNode, type RefObject, useState } from 'react'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { FaultList } from './fault-list.tsx'
import type { FaultTarget } from './fault-target.ts'
import styles from './faults.module.css'
import { openGroupOf } from './settings-index.ts'
import { TimesField } from './times-field.tsx'

export type FaultsProps = {
  readonly faults: readonly Fault[]
  /** The request or webhook selected in the timeline, which fills in the form. */
  readonly target: FaultTarget | undefined
  readonly onAdd: (fault: Fault) => Promise<boolean>
  readonly onRemove: (id: string) => void
}

/** The effect's number: a status, or a delay in ms. */
type Amount = {
  readonly label: string | undefined
  readonly min: number
  readonly max: number
  readonly unit?: 'ms'
  readonly value: string
  readonly onChange: (value: string) => void
}

type FaultFormProps = {
  readonly form: RefObject<HTMLFormElement | null>
  readonly setting: 'fault' | 'webhookFault'
  /** Undefined if the chosen effect does not need a number. */
  readonly amount: Amount | undefined
  readonly faults: readonly Fault[]
  readonly onAdd: (times: Pick<Fault, 'times'>) => void
  readonly onRemove: (id: string) => void
  readonly children: ReactNode
}

export function FaultForm({ form, setting, amount, faults, onAdd, onRemove, children }: FaultFormProps) {
  const { controls, tools } = useTexts()
  const [times, setTimes] = useState('1')
  return (
    <form
      ref={form}
      className={styles.faults}
      aria-label={controls.settings[setting].name}
      data-setting={setting}
      onSubmit={event => {
        event.preventDefault()
        onAdd(times === '' ? {} : { times: Number(times) })
      }}
    >
      {children}
      <div className={styles.how}>
        {amount !== undefined && (
          <label>
            <input
              type="number"
              required
              min={amount.min}
              max={amount.max}
              aria-label={amount.label}
              value={amount.value}
              onChange={event => amount.onChange(event.target.value)}
            />
            {amount.unit !== undefined && <span>{amount.unit}</span>}
          </label>
        )}
        <TimesField value={times} onChange={setTimes} />
        <Button type="submit">{tools.addFault}</Button>
      </div>
      <FaultList faults={faults} onRemove={onRemove} />
    </form>
  )
}

export function showForm(form: HTMLFormElement | null): void {
  openGroupOf(form)
  form?.scrollIntoView({ block: 'nearest' })
  form?.querySelector<HTMLElement>('button[type=submit]')?.focus()
}
