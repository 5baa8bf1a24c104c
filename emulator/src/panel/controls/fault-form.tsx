import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WebhookEventType } from '../../webhook-event-types.ts'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { FaultList } from './fault-list.tsx'
import styles from './faults.module.css'
import { openGroupOf } from './settings-index.ts'

/** The request or webhook selected in the timeline, which fills in the form. */
export type FaultTarget =
  | { readonly host: string; readonly path: string }
  | { readonly event: WebhookEventType }

export type FaultsProps = {
  readonly faults: readonly Fault[]
  readonly target: FaultTarget | undefined
  readonly onAdd: (fault: Fault) => Promise<boolean>
  readonly onRemove: (id: string) => void
}

/** The effect's number: a status, or a delay in ms. */
type Amount = {
  readonly min: number
  readonly max: number
  readonly unit?: 'ms'
  readonly initial: number
}

type FaultFormProps<Kind extends string> = FaultsProps & {
  readonly setting: 'fault' | 'webhookFault'
  /** What the fault does. The form remembers a number for each kind. */
  readonly kind: Kind
  /** The kinds that need a number. */
  readonly amounts: Readonly<Partial<Record<Kind, Amount>>>
  readonly amountLabel: string | undefined
  readonly faultOf: (amount: number) => Fault
  readonly children: ReactNode
}

export function FaultForm<Kind extends string>(props: FaultFormProps<Kind>) {
  const { setting, target, kind, amounts, amountLabel, faultOf, faults, onAdd, onRemove, children } = props
  const { controls, tools } = useTexts()
  const [times, setTimes] = useState('1')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (target === undefined) return
    openGroupOf(form.current)
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [target])
  const amount = amounts[kind]
  const value = typed[kind] ?? String(amount?.initial)
  return (
    <form
      ref={form}
      className={styles.faults}
      aria-label={controls.settings[setting].name}
      data-setting={setting}
      onSubmit={event => {
        event.preventDefault()
        void onAdd({ ...faultOf(Number(value)), ...(times === '' ? {} : { times: Number(times) }) })
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
              aria-label={amountLabel}
              value={value}
              onChange={event => setTyped({ ...typed, [kind]: event.target.value })}
            />
            {amount.unit !== undefined && <span>{amount.unit}</span>}
          </label>
        )}
        <label>
          <input
            type="number"
            min={1}
            placeholder="∞"
            value={times}
            onChange={event => setTimes(event.target.value)}
          />
          <span>{tools.times}</span>
        </label>
        <Button type="submit">{tools.addFault}</Button>
      </div>
      <FaultList faults={faults} onRemove={onRemove} />
    </form>
  )
}
